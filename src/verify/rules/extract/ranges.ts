import type { Token } from '../../../text/index.ts';
import { words } from '../lexicon/words.ts';
import { type Amount, amountAt, hasUnit } from './amounts.ts';
import { countsSomething } from './counted-nouns.ts';

const DASH = /^[-–—]$/;
const CHANGE =
  words(`rose rise rises rising risen grew grow grown increase increased increasing fell fall fallen dropped
  drop decline declined decrease decreased reduce reduced up down went moved jumped raised lowered cut improved changed`);
const MATCH_WORDS = words(`won win wins winning beat beats beaten lost lose loses losing lead led leads defeat defeated
  draw drew drawn victory score final match game`);
/** How far from a score the words stand that call it one. */
const SCORE_REACH = 4;
const MAX_SCORE = 40;

/** "rose from 3 % to 5 %" names two values; "ages from 3 to 5" one range. */
function isChange(tokens: readonly Token[], from: number): boolean {
  if (tokens[from - 1]?.lower !== 'from') return false;
  return tokens.slice(Math.max(0, from - 6), from - 1).some((token) => CHANGE.has(token.lower));
}

/** One past what joins two ends of a range, "-", "to", "-to-", and "and" behind "between"; undefined when nothing does. */
function jointEnd(tokens: readonly Token[], from: number, at: number): number | undefined {
  const joint = tokens[at];
  if (joint === undefined) return undefined;
  if (joint.lower === 'and') return tokens[from - 1]?.lower === 'between' ? at + 1 : undefined;
  if (joint.lower === 'to') return isChange(tokens, from) ? undefined : at + 1;
  if (!DASH.test(joint.text)) return undefined;
  const isHyphened = tokens[at + 1]?.lower === 'to' && tokens[at + 2]?.text === '-';
  return isHyphened ? at + 3 : at + 1;
}

/** The second amount of a range that opened with `first`: "80-90", "3 to 5", "three-to-five", "between 80 and 90". */
export function rangeEnd(tokens: readonly Token[], from: number, first: Amount): Amount | undefined {
  const at = jointEnd(tokens, from, first.to);
  if (at === undefined) return undefined;
  const second = amountAt(tokens, at);
  if (second === undefined || second.number.vague) return undefined;
  if (hasUnit(first) && hasUnit(second) && first.unit.unit !== second.unit.unit) return undefined;
  const low = first.number.value * (first.number.scale === 1 && second.number.scale > 1 ? second.number.scale : 1);
  return low < second.number.value ? second : undefined;
}

/**
 * "2-1": both ends small, a dash, nothing counted. Rising ones are scores only beside a word for one, else ranges: "it
 * takes 3-5".
 */
export function isScore(tokens: readonly Token[], from: number, first: Amount): boolean {
  const joint = tokens[first.to];
  const second = tokens[first.to + 1];
  if (joint === undefined || !DASH.test(joint.text) || joint.spaced || second?.type !== 'number') return false;
  const small = first.number.bare && !hasUnit(first) && first.number.value < MAX_SCORE;
  if (!small || !/^\d+$/.test(second.text) || Number(second.text) >= MAX_SCORE) return false;
  if (Number(second.text) <= first.number.value) return true;
  const end = first.to + 2;
  const around = tokens.slice(Math.max(0, from - SCORE_REACH), end + 2);
  return !countsSomething(tokens, end) && around.some((token) => MATCH_WORDS.has(token.lower));
}
