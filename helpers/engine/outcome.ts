import type { Reply } from './reply.js';

/** How a probe ends when it does not simply end: one class for each verdict that is no pass. */

/** What stands side by side in the report of a failure. */
export interface Told {
  /** One sentence, past or present, with the number in it. */
  readonly found: string;
  readonly expected: string;
  readonly received: string;
  /** The same request without the bend, and what became of it. */
  readonly control?: string;
  /** The exchange that contradicts: shown as sent, and as a command. */
  readonly reply?: Reply;
  /** Where the bend takes more than one request. */
  readonly sent?: string;
}

/** Something contradicts the requirement: `fail`. Of itself it needs no exchange: an address may be enough. */
export class Failure extends Error {
  override readonly name: string = 'Failure';

  constructor(readonly told: Told) {
    super(told.found);
  }
}

/** An answer contradicts the requirement: `fail`, with the exchange. */
export class Contradiction extends Failure {
  override readonly name = 'Contradiction';

  constructor(override readonly told: Told & { readonly reply: Reply }) {
    super(told);
  }

  get reply(): Reply {
    return this.told.reply;
  }
}

/** The answers do not decide: `inconclusive`. The message says, as a sentence, what is missing. */
export class Undecided extends Error {
  override readonly name: string = 'Undecided';
}

/** An answer that neither lets in nor refuses: `inconclusive`, with the exchange. */
export class Neither extends Undecided {
  override readonly name = 'Neither';

  constructor(
    message: string,
    readonly reply: Reply,
  ) {
    super(message);
  }
}

/** Not asked in this configuration: `skipped`. The message names, as a sentence, the variable or option. */
export class Withheld extends Error {
  override readonly name = 'Withheld';
}
