import type { Token } from '../../../text/index.ts';
import { DAYS } from '../lexicon/negators.ts';

const NAMES = [...DAYS];
const GROUPS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['weekday', [0, 4]],
  ['weekend', [5, 6]],
]);
const JOINTS = /^(?:to|through|till|until|[-–—])$/;

/** The days of the week that are named at token `at`, from 0 for Monday: "Saturdays", "Mon-Thu", "Monday to Friday", "weekends". */
export function weekdaysAt(tokens: readonly Token[], at: number): readonly number[] {
  const group = GROUPS.get(tokens[at]!.lower.replace(/s$/, ''));
  if (group !== undefined) return daysFrom(...group);
  const day = dayAt(tokens, at);
  if (day === undefined) return [];
  const joint = tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
  const last = JOINTS.test(tokens[joint]?.lower ?? '') && tokens[joint + 1] ? dayAt(tokens, joint + 1) : undefined;
  return last === undefined ? [day] : daysFrom(day, last);
}

function daysFrom(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}

/** "Friday", "Fridays"; "Fri" next to a joint, a stop or a number, because "sun" and "wed" are words. */
function dayAt(tokens: readonly Token[], at: number): number | undefined {
  const { lower, text } = tokens[at]!;
  const whole = NAMES.indexOf(lower.replace(/s$/, ''));
  if (whole >= 0) return whole;
  const isShort = /^[A-Z]/.test(text) && lower.length >= 3 && lower.length <= 5;
  const short = isShort ? NAMES.findIndex((name) => name.startsWith(lower)) : -1;
  const isBeside = (token: Token | undefined) =>
    token !== undefined && (token.type === 'number' || /^[-–—.:,/]$/.test(token.text) || JOINTS.test(token.lower));
  return short >= 0 && (isBeside(tokens[at + 1]) || isBeside(tokens[at - 1])) ? short : undefined;
}
