const texts =
  'first_name last_name middle_name email phone gender date_of_birth address.address_line1 address.city address.country address.postal_code address.state'.split(
    ' ',
  );
/** Questions about customers shown otherwise than the specification says, by what was seen. */
export const shownOtherwise: Readonly<Record<string, string>> = Object.fromEntries(
  ['creations', 'repeats'].flatMap((kind) => [
    ...texts.map((name) => [
      `${kind}/${name}/in another form`,
      `Responses show \`${name}\` in another form than the documented one. Should they?`,
    ]),
    ...['date_of_birth', 'address.country'].map((name) => [
      `${kind}/${name}/in its form`,
      `Responses show another \`${name}\` than the one that was sent. Should they?`,
    ]),
  ]),
);
