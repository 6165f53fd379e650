import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.js';

const { version, repository } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  version: string;
  repository: { url: string };
};

/** The program, as whatever it writes and sends names it. */
export const programName = 'fsapi-conformance';

export const suiteVersion = version;

/** Where docs/requirements of this version is published; nowhere as long as package.json names no owner. */
export const requirementPages = pagesIn(repository.url, version);

/** @param url of a repository, as package.json has it; only of GitHub it is known where a file of a version stands */
export function pagesIn(url: string, tag: string): string | undefined {
  const [, home] = /^git\+(https:\/\/github\.com\/(?!OWNER\/)[\w.-]+\/[\w.-]+?)\.git$/.exec(url) ?? [];
  return home && `${home}/blob/v${tag}/docs/requirements/`;
}

/** The file of an area below docs/requirements. @param short name of the area */
export function requirementFile({ short }: { readonly short: string }): string {
  return `${short.toLowerCase().replaceAll(' ', '-')}.md`;
}

/** The command that calls this suite, in a project that depends on it as in a checkout; its name and options follow. */
export const calledBy = `npx --no -- ${programName}`;
