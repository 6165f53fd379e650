import { light } from '../document/colours.js';

/** A4, in points: left, top, right and bottom margin, and what is between them. */
export const margins = { left: 51, top: 57, right: 45, bottom: 51 } as const;
export const width = 499;

/** Type sizes in points. */
export const sizes = {
  verdict: 26,
  section: 18,
  title: 13,
  lead: 12.5,
  prose: 10,
  table: 9,
  small: 8.5,
  code: 8,
} as const;

export const colours = light;

/** The families that `press.ts` knows by these names. */
export const sans = 'Roboto';
export const mono = 'RobotoMono';
