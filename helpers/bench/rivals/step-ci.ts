import { type Case, identityOf, type Step, type Target } from './cases.js';

/** The cases as a workflow of Step CI: a test for each, which run at the same time. */
export function workflowOf(cases: readonly Case[], { baseUrl }: Target): object {
  const tests = cases.map(({ name, steps }) => [
    name.replaceAll(/\W+/g, '_'),
    { name, steps: steps.map((step, at) => ({ name: `${name}, ${at + 1}`, http: httpOf(step, baseUrl) })) },
  ]);
  return { version: '1.1', name: 'Contract', tests: Object.fromEntries(tests) };
}

function httpOf({ operation, headers, body, expects, keeps, is, isNot }: Step, baseUrl: string): object {
  const path = `$${identityOf[operation].map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('')}`;
  const identity = {
    ...(is !== undefined && { [path]: `\${{captures.${is}}}` }),
    ...(isNot !== undefined && { [path]: [{ ne: `\${{captures.${isNot}}}` }] }),
    ...(keeps !== undefined && { [path]: [{ isDefined: true }] }),
  };
  const isWhole = expects === '2XX';
  return {
    url: `${baseUrl}${operation === 'createCustomer' ? 'customers' : 'accounts'}`,
    method: operation === 'createCustomer' ? 'POST' : 'GET',
    headers,
    ...(body !== undefined && { json: body }),
    followRedirects: false,
    ...(keeps !== undefined && { captures: { [keeps]: { jsonpath: path } } }),
    check: {
      status: expects === '401' ? 401 : `/^${expects.charAt(0)}\\d\\d$/`,
      ...(isWhole && { headers: { 'content-type': '/json/' } }),
      ...(isWhole && { jsonpath: { $: [{ isObject: true }], ...identity } }),
    },
  };
}
