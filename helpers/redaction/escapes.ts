/** Percent, JSON and HTML escapes. A run of backslashes is taken as a whole: the last one escapes what follows. */
const escapes =
  /%[\da-f]{2}|\\+(?:u[\da-f]{4}|["/\\])?|&(?:#x[\da-f]+|#\d+|amp|lt|gt|quot|apos|lowbar|hyphen|period|plus|equals|sol);?/gi;

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", lowbar: '_' },
  ...{ hyphen: '-', period: '.', plus: '+', equals: '=', sol: '/' },
};

/** A text with its percent, JSON and HTML escapes decoded once. */
export function withoutEscapes(text: string): string {
  return /[%\\&]/.test(text) ? text.replace(escapes, meaning) : text;
}

function meaning(written: string): string {
  if (written.startsWith('%')) return character(written.slice(1), 16);
  if (written.startsWith('\\')) {
    const rest = written.slice(written.lastIndexOf('\\') + 1);
    return rest.startsWith('u') ? character(rest.slice(1), 16) : rest;
  }
  const name = written.slice(1).replace(/;$/, '');
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? written;
  return /^#x/i.test(name) ? character(name.slice(2), 16) : character(name.slice(1), 10);
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
