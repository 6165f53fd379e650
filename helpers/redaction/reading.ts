/** No secret is found across it: the texts on both sides stand far apart. Leaves never hold it (`withoutWalls`). */
export const wall = '\x1f';

/** The text with a space for each wall. */
export function withoutWalls(text: string): string {
  return text.includes(wall) ? text.replaceAll(wall, ' ') : text;
}

/**
 * A text made of leaves, as it stands or decoded. Of every stretch of it the leaf is known that it came from, and no
 * more: where in the leaf is not followed through encodings.
 */
export class Reading {
  text = '';
  #codes: Uint16Array | undefined;
  /** Where a stretch begins that came from one leaf; it ends where the next begins. */
  readonly starts: number[] = [];
  /** The number of that leaf. */
  readonly leaves: number[] = [];

  /** Leaves in their order, each in a line of its own. */
  static of(texts: readonly string[]): Reading {
    const reading = new Reading();
    let start = 0;
    for (const [leaf, { length }] of texts.entries()) {
      reading.starts.push(start);
      reading.leaves.push(leaf);
      start += length + 1;
    }
    reading.text = withoutWalls(texts.join('\n'));
    return reading;
  }

  /** The number of the stretch that a place is in. */
  stretchAt(place: number): number {
    let low = 0;
    for (let high = this.starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  leafAt(place: number): number {
    return this.leaves[this.stretchAt(place)] ?? 0;
  }

  /** The text's UTF-16 code units. It is put together from many pieces: an array of its own is read several times faster. */
  codes(): Uint16Array {
    if (this.#codes?.length !== this.text.length) {
      const { buffer, byteOffset } = Buffer.from(this.text, 'utf16le');
      this.#codes = new Uint16Array(buffer, byteOffset, this.text.length);
    }
    return this.#codes;
  }

  /** Goes on with what was decoded from a leaf. */
  add(said: string, leaf: number): void {
    if (this.leaves.at(-1) !== leaf) {
      this.starts.push(this.text.length);
      this.leaves.push(leaf);
    }
    this.text += said;
  }

  /** Goes on with a part of another reading, as it stands there. */
  copy(from: Reading, start: number, end: number): void {
    for (let at = from.stretchAt(start), place = start; place < end; at += 1) {
      const next = Math.min(end, from.starts[at + 1] ?? end);
      this.add(from.text.slice(place, next), from.leaves[at] ?? 0);
      place = next;
    }
  }
}

/** What two encoded pieces of one secret stand apart at most, where there is readable text between them. */
const widestGap = 160;

/** Whether two pieces that were decoded from these places of a text can hardly belong together. */
export function areFarApart(text: string, from: number, to: number): boolean {
  return to - from > widestGap && /[0-9A-Za-z]/.test(text.slice(from, to));
}
