/**
 * A character that nothing may be found across: U+FFFF, which no text has. Anything else that is no letter or digit
 * counts as a separator, and is looked past.
 */
export const wall = 0xffff;

/**
 * Characters read out of a text, in order, each with the stretch of the text it was read from: `codes[i]` stands for
 * the text from `starts[i]` to `ends[i]` (exclusive). Decoding a reading gives another reading of the same text, so
 * that what is found behind any number of encodings can be pointed at where it stands.
 *
 * Columns instead of objects, and used again from text to text: a body of some MB has as many characters.
 */
export class Reading {
  length = 0;
  codes = new Uint16Array(1024);
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);

  /** Makes room for `capacity` characters in all. */
  reserve(capacity: number): void {
    if (capacity <= this.codes.length) return;
    const size = Math.max(capacity, this.codes.length * 2);
    const { codes, starts, ends } = this;
    this.codes = new Uint16Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.codes.set(codes);
    this.starts.set(starts);
    this.ends.set(ends);
  }

  push(code: number, start: number, end: number): void {
    if (this.length === this.codes.length) this.reserve(this.length + 1);
    this.codes[this.length] = code;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length += 1;
  }

  /** Goes on with a part of another reading, as it stands there. */
  append({ codes, starts, ends }: Reading, from: number, to: number): void {
    const end = this.length + to - from;
    if (end > this.codes.length) this.reserve(end);
    for (let at = this.length, index = from; index < to; at += 1, index += 1) {
      this.codes[at] = codes[index] ?? 0;
      this.starts[at] = starts[index] ?? 0;
      this.ends[at] = ends[index] ?? 0;
    }
    this.length = end;
  }

  /** Starts afresh with the characters of `text` between two positions, as they stand. */
  load(text: string, from: number, to: number): void {
    this.length = to - from;
    this.reserve(this.length);
    const { codes, starts, ends } = this;
    for (let position = from, at = 0; position < to; position += 1, at += 1) {
      codes[at] = Math.min(text.charCodeAt(position), wall - 1);
      starts[at] = position;
      ends[at] = position + 1;
    }
  }

  /** The characters that were read, as a string. */
  toString(): string {
    return Buffer.from(this.codes.buffer, 0, this.length * 2).toString('utf16le');
  }
}

/** Reads `from` in one way into `into`; false where that way finds nothing to decode. */
export type Reader = (from: Reading, into: Reading) => boolean;
