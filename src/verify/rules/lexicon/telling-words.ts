import { EXCEPTIONS } from './exceptions.ts';
import { words } from './words.ts';

/** Small words that turn a statement round or bound it. */
export const TURNING: ReadonlySet<string> = new Set([
  ...EXCEPTIONS,
  ...words(
    `not no nor never neither without only until before after if whether could may might must should would cannot`,
  ),
]);

/** Small words that tell something: named as missing where no other word is. */
export const TELLING: ReadonlySet<string> = new Set([
  ...TURNING,
  ...words(`during since above below over under between against from into by off all any both each every few some more
    most least less than same other can will or but once again`),
]);

/** What ends no count: "350 of the", "20 or". */
export const NEVER_COUNTED = words('of the all its their his her these those our total or more less -');
