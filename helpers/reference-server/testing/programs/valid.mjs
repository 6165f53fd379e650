// Whether a body is a customer of the specification's table: what the programs validate that are not about validation.
const text = (value) => typeof value === 'string' && value !== '';
const like = (pattern) => (value) => typeof value === 'string' && pattern.test(value);

const members = {
  first_name: text,
  last_name: text,
  middle_name: text,
  email: like(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/),
  phone: like(/^\+[1-9][0-9]{6,14}$/),
  type: text,
  gender: like(/^[a-z]+$/),
  date_of_birth: (value) =>
    like(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)(value) && new Date(value).toJSON()?.slice(0, 10) === value,
  address: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && every(value, inAddress),
};
const inAddress = {
  address_line1: text,
  city: text,
  country: like(/^[A-Z]{2}$/),
  postal_code: text,
  state: like(/^[A-Z]{2}-[A-Z0-9]{1,3}$/),
};

const every = (object, rules) =>
  Object.entries(object).every(([name, value]) => value === null || (rules[name]?.(value) ?? true));

export const valid = (body) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && every(body, members);
