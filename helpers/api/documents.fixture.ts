import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, text as textOf } from '../sources.fixture.js';

/** A block of code whose first line is a comment with the name of a file. */
export interface Example {
  /** `conformance.mjs` or `.env`, which is written, or `gate.sh`, which bash runs. */
  readonly name: string;
  readonly code: string;
  /** Lines of the plain block below it: what it prints. Those that hold `…` alone stand for any. */
  readonly output: readonly string[];
}

export type Document = ReturnType<typeof documents>[number];

export function documents() {
  const inDocs = readdirSync(join(root, 'docs')).map((name) => `docs/${name}`);
  const rooms = ['schemas', 'suites', 'helpers', 'reports'].map((room) => `${room}/README.md`);
  const paths = ['README.md', ...rooms, ...inDocs].filter((path) => path.endsWith('.md'));
  return paths.map((path) => {
    const text = textOf(path);
    return { path, text, examples: examplesIn(text) };
  });
}

export function shellBlocks({ text }: Document): readonly string[] {
  return blocksIn(text).flatMap(({ kind, code }) => (kind === 'sh' ? [code] : []));
}

function blocksIn(text: string) {
  return [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, kind = '', code = '']) => ({ kind, code }));
}

function examplesIn(text: string): readonly Example[] {
  const blocks = blocksIn(text);
  return blocks.flatMap(({ code }, at) => {
    const [, name] = /^(?:\/\/|#) ([\w.-]+\.(?:mjs|sh)|\.env)\n/.exec(code) ?? [];
    const below = blocks[at + 1];
    return name === undefined
      ? []
      : [{ name, code, output: below?.kind === '' ? below.code.trimEnd().split('\n') : [] }];
  });
}
