/** Any part of the document. */
export type Part = Record<string, unknown>;
