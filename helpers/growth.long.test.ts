import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '../reports/testing/sample.js';
import type { Exchange, Header } from '../schemas/exchange.js';
import { expectLinear } from '../schemas/testing/growth.js';
import { inScope } from './client/context.js';
import { created, listed } from './identity/response.fixture.js';
import { contextFor } from './runner/context.fixture.js';
import { type Node, production, root, text, treeOf } from './sources.fixture.js';

/** Rooms whose texts are arguments of the user, and those that serve. */
const own = /^helpers\/(?:cli|session|target-process|vitest-project|reference-server|api)\//;
const files = production.filter((file) => !file.endsWith('.suite.ts') && !own.test(file));

const { report, evidence } = sample();

const piecesOf = (text: string) => text.match(/.{1,8}/gs) ?? [];
const makers: Readonly<Record<string, (text: string) => unknown>> = {
  string: (text) => text,
  'string | undefined': (text) => text,
  'string | null': (text) => text,
  unknown: (text) => ({ data: [{ id: text, [text.slice(0, 1000)]: [text, null] }], next: text }),
  'readonly unknown[]': piecesOf,
  'readonly string[]': piecesOf,
  'Iterable<string>': piecesOf,
  Header: (text) => ['link', text],
  'readonly Header[]': (text) => headersOf(text),
  Response: (text) => responseOf(text),
  'readonly Response[]': (text) => [responseOf(text), listed([{ id: text }, { id: `${text}2` }])],
  Exchange: (text) => exchangeOf(text),
  'readonly Exchange[]': (text) => [exchangeOf(text)],
  Report: () => report,
  number: () => 100,
  boolean: () => false,
  '(text: string) => string': () => (text: string) => text,
};
/** Types that say nothing of others by themselves. */
const neutral = ['Report', 'number', 'boolean', '(text: string) => string'];

const headersOf = (text: string): Header[] =>
  ['link', 'set-cookie', 'location', 'content-type', 'x-next-page', 'x-total-count'].map((name) => [name, text]);

function responseOf(text: string) {
  const body =
    text.length % 2 === 0 ? { id: text, data: [{ id: text, createdAt: text, [text]: text }] } : `raw:${text}`;
  return created({ status: text.length % 3 === 0 ? 422 : 201, headers: headersOf(text), body });
}

function exchangeOf(text: string): Exchange {
  const { response, ...first } = evidence.find((one) => one.response) as Exchange;
  const other = { ...(response as NonNullable<typeof response>), body: text, headers: headersOf(text) };
  return { ...first, response: other };
}

/** The exported functions of a file that wait for nothing, with the types of their parameters. */
function functionsOf(file: string) {
  const source = text(file);
  // Texts that a file of these takes are paths.
  if (/from 'node:(?:fs|child_process|net|tls|worker_threads)/.test(source)) return [];
  const typeOf = (node: Node) => source.slice(node.start, node.end).replace(/^:\s*/, '').replace(/\s+/g, ' ');
  const body = treeOf(file, source).body as Node[];
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : null;
    const variables = declared?.type === 'VariableDeclaration' ? (declared.declarations as Node[]) : [];
    const functions = variables.flatMap(({ id, init }): Node[] => {
      // What is derived from an object is remembered, and its first time counts.
      const body = ((init as Node | null)?.arguments as Node[] | undefined)?.[0] ?? (init as Node | null);
      return body?.type === 'ArrowFunctionExpression' ? [{ ...body, id }] : [];
    });
    return [...(declared?.type === 'FunctionDeclaration' ? [declared] : []), ...functions].flatMap((one) => {
      const { id, async } = one as unknown as { id: { name: string }; async: boolean };
      const [params, returnType] = [one.params as Node[], one.returnType as Node | null];
      if (async || (returnType && typeOf(returnType).startsWith('Promise'))) return [];
      const needed = params.filter(({ type, optional }) => type !== 'AssignmentPattern' && optional !== true);
      const types = needed.map(({ typeAnnotation }) => (typeAnnotation ? typeOf(typeAnnotation as Node) : ''));
      const whole = types.map((type) => (type.startsWith('Pick<Response,') ? 'Response' : type));
      return [{ file, name: id.name, types: whole }];
    });
  });
}

const found = files
  .flatMap(functionsOf)
  .filter(({ types }) => types.some((type) => !neutral.includes(type)) && types.every((type) => type in makers));

const pieces = [
  ...'<", a1[‹`\n&/-\u202eé',
  ...['\\"', '{"a":', '<a>; rel="b', '=;', 'a=b;', 'https://a:', '%2', 'creat', '. ', '_a', '_a*', '*_a '],
];
/** Characters of the smaller text: of eight times as many a time that grew with the square would be seen. */
const size = 2 ** 9;
const textOf = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length));

test('the functions that read what others wrote are found', () => {
  const names = found.map(({ name }) => name);
  const known = 'linkTo parseJson shapeOf leavesOf disclosed nextPages readListing printable'.split(' ');
  expect(known.filter((name) => !names.includes(name))).toEqual([]);
  expect(found.length).toBeGreaterThan(120);
});

test('each takes a time that grows with the text', async () => {
  const slow: string[] = [];
  let ended = 0;
  for (const { file, name, types } of found) {
    const module = (await import(join(root, file))) as Record<string, (...values: readonly unknown[]) => unknown>;
    const work = (values: readonly unknown[]) => {
      try {
        module[name]?.(...values);
        ended += 1;
      } catch {
        // It did not want this text.
      }
    };
    await inScope(
      'a test',
      async () => {
        for (const piece of pieces)
          try {
            expectLinear((length) => types.map((type) => makers[type]?.(textOf(piece)(length))), work, size);
          } catch (error) {
            slow.push(`${file} ${name}(${types.join(', ')}) ${JSON.stringify(piece)}: ${(error as Error).message}`);
          }
      },
      contextFor([]),
    );
  }
  expect(slow).toEqual([]);
  // Some functions throw at some texts; most of the work has to end.
  expect(ended).toBeGreaterThan((found.length * pieces.length) / 2);
});
