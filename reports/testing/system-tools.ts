import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs of the system that tests use, by the names that they may have; none of them is needed to run the suite. */
const programs = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'Google Chrome'],
  cosign: ['cosign'],
  curl: ['curl'],
  git: ['git'],
  jq: ['jq'],
  mkfifo: ['mkfifo'],
  openssl: ['openssl'],
  pdfinfo: ['pdfinfo'],
  pdftotext: ['pdftotext'],
  qpdf: ['qpdf'],
  sha256sum: ['sha256sum'],
  unzip: ['unzip'],
} as const;

/** A program that tests may use. */
export type SystemTool = keyof typeof programs;

/** Path of a program; nothing where this machine does not have it. CHROMIUM may name that one. */
export function pathOf(tool: SystemTool): string | undefined {
  const named = tool === 'chromium' ? process.env.CHROMIUM : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/Applications/Google Chrome.app/Contents/MacOS');
  const paths = programs[tool].flatMap((name) => folders.map((folder) => join(folder, name)));
  return named || paths.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Skips a test that needs programs which this machine does not have. `skip-reasons.ts` prints the reason. */
export function skipWithout(context: { readonly skip: (note: string) => void }, ...tools: readonly SystemTool[]): void {
  const missing = tools.filter((tool) => pathOf(tool) === undefined);
  if (missing.length > 0) context.skip(`no ${missing.join(', no ')} on this machine`);
}
