import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Specification } from '../../../../schemas/specification.js';
import { saysSandbox } from '../../../configuration/rules/rules.js';
import { type SettingName, settingNamed } from '../../../configuration/settings.js';
import { UsageError } from '../../../configuration/usage-error.js';
import { parseValue } from '../../../configuration/values/value.js';

/** What the first `.env` holds, by the name of the setting; empty where nobody said. */
export type Answers = Readonly<Partial<Record<SettingName, string>>>;

/** Puts a question to a person. What is hidden does not show while it is typed. */
export type Ask = (question: string, isHidden: boolean) => Promise<string>;

type Said = Pick<Specification, 'headers' | 'basePath'>;

interface Question {
  readonly name: SettingName;
  readonly text: string | ((said: Said) => string);
  readonly isHidden?: true;
  /** Whether it takes an answer at all, after those before it. */
  readonly when?: (given: Answers, said: Said) => boolean;
}

const hasTenants = (_: Answers, { headers }: Said) => headers.tenant !== undefined;

/** What a first run needs, in the order in which it is asked. */
export const questions: readonly Question[] = [
  { name: 'baseUrl', text: ({ basePath }) => `Base URL of the target, including ${basePath}` },
  {
    name: 'environment',
    text: 'Is it sandbox, live or mock?',
    when: ({ baseUrl = '' }) => URL.canParse(baseUrl) && !saysSandbox(new URL(baseUrl)),
  },
  { name: 'apiKey', text: 'Secret Key (not shown)', isHidden: true },
  { name: 'tenantId', text: ({ headers }) => `${headers.tenant} of that key`, when: hasTenants },
  {
    name: 'otherTenantId',
    text: ({ headers }) => `${headers.tenant} of a second tenant, for the isolation checks`,
    when: hasTenants,
  },
  {
    name: 'otherApiKey',
    text: 'Secret Key of the second tenant (not shown)',
    isHidden: true,
    when: ({ otherTenantId }) => Boolean(otherTenantId),
  },
];

/** @throws UsageError for a text that is no value of the setting */
export function valid(name: SettingName, text: string, sourceName: string): string {
  const setting = settingNamed(name);
  if (!setting) throw new RangeError(`there is no setting ${name}`);
  return String(parseValue(setting, [text], sourceName, '/'));
}

/**
 * Asks for what was not given; an empty answer leaves a line empty. An answer that is no value is asked for again.
 * @param complain hears what was wrong with one
 */
export async function answersOf(
  given: Answers,
  said: Said,
  ask: Ask,
  complain: (line: string) => void,
): Promise<Answers> {
  let answers = given;
  for (const { name, text, isHidden = false, when = () => true } of questions)
    while (answers[name] === undefined && when(answers, said)) {
      const answer = await ask(`${typeof text === 'string' ? text : text(said)}: `, isHidden);
      try {
        answers = { ...answers, [name]: answer === '' ? '' : valid(name, answer, 'This') };
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        complain(error.message);
      }
    }
  return answers;
}

/** A terminal to ask at. @throws UsageError where it is closed before all is answered */
export function atTerminal(): { readonly ask: Ask; close(): void } {
  let isMuted = false;
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const closed = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new UsageError('Nothing was written.')));
  });
  closed.catch(() => undefined);
  return {
    ask: async (question, isHidden) => {
      // The question itself is written at once; what is muted is the echo of the answer.
      const answering = lines.question(question);
      isMuted = isHidden;
      const answer = await Promise.race([answering, closed]);
      if (isHidden) process.stdout.write('\n');
      isMuted = false;
      return answer;
    },
    close: () => lines.close(),
  };
}
