import type { Token } from '../../../text/index.ts';
import { DAYS } from '../lexicon/negators.ts';

const NAMES = [...DAYS];
const GROUPS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['weekday', [0, 4]],
  ['weekend', [5, 6]],
]);
/** They join the first and the last of some days. */
export const JOINTS = /^(?:to|through|till|until|[-–—])$/;

/** Days of the week, from 0 for Monday. */
export interface Weekdays {
  readonly days: readonly number[];
  /** One past the last token. */
  readonly to: number;
}

/** The days of the week that are named at token `at`: "Saturdays", "Mon-Thu", "Monday to Friday", "weekends". */
export function weekdaysAt(tokens: readonly Token[], at: number): Weekdays | undefined {
  const group = GROUPS.get(tokens[at]!.lower.replace(/s$/, ''));
  if (group !== undefined) return { days: daysFrom(group[0], group[1]), to: at + 1 };
  const day = dayAt(tokens, at);
  if (day === undefined) return undefined;
  const joint = tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
  const last = JOINTS.test(tokens[joint]?.lower ?? '') && tokens[joint + 1] ? dayAt(tokens, joint + 1) : undefined;
  return last === undefined ? { days: [day], to: at + 1 } : { days: daysFrom(day, last), to: joint + 2 };
}

/** Results of a function at the tokens of a text, from left to right; none begins inside another. */
export function foundIn<Found extends { readonly to: number }>(
  tokens: readonly Token[],
  readAt: (tokens: readonly Token[], at: number) => Found | undefined,
): (Found & { readonly from: number })[] {
  const all: (Found & { readonly from: number })[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = readAt(tokens, at);
    if (found === undefined) continue;
    all.push({ ...found, from: at });
    at = found.to - 1;
  }
  return all;
}

export function daysFrom(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}

/** "Friday", "Fridays"; "Fri" next to a joint or a number, because "sun" and "wed" are words. */
function dayAt(tokens: readonly Token[], at: number): number | undefined {
  const { lower, text } = tokens[at]!;
  const whole = NAMES.indexOf(lower.replace(/s$/, ''));
  if (whole >= 0) return whole;
  const isShort = /^[A-Z]/.test(text) && lower.length >= 3 && lower.length <= 5;
  const short = isShort ? NAMES.findIndex((name) => name.startsWith(lower)) : -1;
  const isBeside = (token: Token | undefined) =>
    token !== undefined && (token.type === 'number' || /^[-–—:/]$/.test(token.text) || JOINTS.test(token.lower));
  const next = tokens[at + 1]?.text === '.' ? tokens[at + 2] : tokens[at + 1];
  return short >= 0 && (isBeside(next) || isBeside(tokens[at - 1])) ? short : undefined;
}
