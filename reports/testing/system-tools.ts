import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function pathOf(tool: string): string | undefined {
  const isChromium = tool === 'chromium';
  const names = isChromium ? ['chromium', 'chromium-browser', 'google-chrome', 'Google Chrome'] : [tool];
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/Applications/Google Chrome.app/Contents/MacOS');
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return (isChromium && process.env.CHROMIUM) || paths.find(isExecutable);
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
export function skipWithout(context: { readonly skip: (note: string) => void }, ...tools: readonly string[]): void {
  const missing = tools.filter((tool) => pathOf(tool) === undefined);
  if (missing.length > 0) context.skip(`no ${missing.join(', no ')} on this machine`);
}
