import { runSettings } from './run-settings.js';
import type { Setting } from './setting.js';
import { targetSettings } from './target-settings.js';

const rows = [...runSettings, ...targetSettings] as const;

/** Variables of others that are honoured; they are read from the environment alone, never from `.env`. */
export const honoured = ['HTTPS_PROXY', 'NO_PROXY'] as const;

type Row = (typeof rows)[number];
/** The name of any setting. */
export type SettingName = Row['name'];

/** The one table of settings. Parsing, the help and the check of `.env.example` all read it. */
export const settings: readonly (Setting & { readonly name: SettingName })[] = rows;

type Parsed<R> = R extends { kind: 'flag' }
  ? boolean
  : R extends { kind: 'number' }
    ? number
    : R extends { kind: 'list' }
      ? readonly string[]
      : R extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? Choice
        : string;

/** What each setting holds once it is parsed, defaults included; `undefined` where there is neither. */
export type Values = {
  readonly [R in Row as R['name']]: R extends { kind: 'flag' } | { fallback: string }
    ? Parsed<R>
    : Parsed<R> | undefined;
};
