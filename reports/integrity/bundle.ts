import type { Manifest } from '../../schemas/types.js';

/** One file of a run's folder, as it is found there. */
export interface BundleFile {
  readonly name: string;
  readonly bytes: number;
  /** Absent where nothing hangs on it: the manifest names no such file, or another size. */
  readonly sha256?: string;
  /** Absent for files that nobody looks into, and for those too large for it. */
  readonly content?: Uint8Array;
}

/** A run's folder, read. */
export interface Bundle {
  readonly files: ReadonlyMap<string, BundleFile>;
}

/** Whether a file is the one that was sealed. Without a manifest nothing says otherwise. */
export function isAsSealed({ files }: Bundle, manifest: Manifest | undefined, name: string): boolean {
  const sealed = manifest?.files.find((one) => one.name === name);
  return sealed === undefined || files.get(name)?.sha256 === sealed.sha256;
}
