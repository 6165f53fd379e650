import { type Case, identityOf, type Step } from './cases.js';

/** The cases as an Arazzo 1.0.1 description: a workflow for each, beside the OpenAPI document in `openapi.json`. */
export function arazzoOf(cases: readonly Case[]): object {
  return {
    arazzo: '1.0.1',
    info: { title: 'Contract', version: '1.0.0' },
    sourceDescriptions: [{ name: 'api', type: 'openapi', url: 'openapi.json' }],
    workflows: cases.map(({ name, steps }) => ({
      workflowId: nameOf(name),
      summary: name,
      steps: steps.map((step, at) => stepOf(step, `${nameOf(name)}-${at + 1}`, `${nameOf(name)}-1`)),
    })),
  };
}

const nameOf = (text: string) => text.replaceAll(/\W+/g, '-');

function stepOf(
  { operation, headers, body, expects, keeps, is, isNot }: Step,
  stepId: string,
  firstId: string,
): object {
  const identity = `$response.body#/${identityOf[operation].join('/')}`;
  const isWhole = expects === '2XX';
  const conditions = [
    ...conditionsOf(expects),
    // What is kept is kept by the first step.
    ...(is === undefined ? [] : [{ condition: `${identity} == $steps.${firstId}.outputs.${is}` }]),
    ...(isNot === undefined ? [] : [{ condition: `${identity} != $steps.${firstId}.outputs.${isNot}` }]),
    ...(isWhole ? [{ context: '$response.header.content-type', condition: 'json', type: 'regex' }] : []),
  ];
  return {
    stepId,
    operationId: `$sourceDescriptions.api.${operation}`,
    parameters: Object.entries(headers).map(([name, value]) => ({ in: 'header', name, value })),
    ...(body !== undefined && { requestBody: { contentType: 'application/json', payload: body } }),
    successCriteria: conditions,
    ...(keeps !== undefined && { outputs: { [keeps]: identity } }),
  };
}

function conditionsOf(expects: Step['expects']): object[] {
  if (expects === '401') return [{ condition: '$statusCode == 401' }];
  const hundreds = expects === '2XX' ? 200 : 400;
  return [{ condition: `$statusCode >= ${hundreds}` }, { condition: `$statusCode < ${hundreds + 100}` }];
}
