import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Puts files in the place of what is there, each whole: all are written under names of their own first, so that where
 * one cannot be written none has changed. @throws what the file system says
 */
export function replaceFiles(files: ReadonlyMap<string, string | Uint8Array>, mode = 0o666): void {
  const draft = (path: string) => `${path}.${process.pid}.partial`;
  try {
    for (const [path, content] of files) {
      rmSync(draft(path), { force: true });
      writeFileSync(draft(path), content, { mode, flag: 'wx' });
    }
    for (const path of files.keys()) renameSync(draft(path), path);
  } catch (error) {
    for (const path of files.keys()) rmSync(draft(path), { force: true });
    throw error;
  }
}

/** As `replaceFiles`, of one file. */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  replaceFiles(new Map([[path, content]]), mode);
}
