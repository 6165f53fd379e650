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

/** The text of a file. A byte order mark stays in it: no file of a run begins with one, and other readers refuse it. */
export function decoded(content: Uint8Array | undefined): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
}
