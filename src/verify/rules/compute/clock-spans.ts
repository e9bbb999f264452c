import { calculationText } from '../../../contract/words.ts';
import { isFunctionWord, type Token } from '../../../text/index.ts';
import { DAY, HALF_DAY } from '../extract/clock-times.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import type { ReadDocument } from './candidates.ts';
import { keysOfToken } from './case-words.ts';
import type { Computed } from './computed.ts';
import { placeOfSentence, sentencesOf } from './source-numbers.ts';

/** Times of a document that are compared in pairs at most. */
const MOST_TIMES = 40;
const APART = words('after before later earlier late early');
const LASTING = words('lasted lasts last took takes take');
/** Verbs of a time that mean the same. */
const SAME = [
  words('arrive arrived arrives came come comes land landed lands'),
  words('left leave leaves depart departed departs'),
  words('start started starts began begin begins open opened opens'),
  words('end ended ends finish finished finishes close closed closes'),
];
/** Words before a number that is a time of day. */
const AT = words('at from to until till by');

/**
 * A claim that says how far two times of day are apart, where no two of the document are: "19 minutes after" of 09:42 and 09:51.
 * It is contradicted where the document has only the two times that it is about: "an hour late" of "due at 14:20, landed at 15:05".
 */
export function oddSpan(
  claim: SurfaceReading,
  document: ReadDocument,
): { readonly computed: Computed | undefined } | undefined {
  const { reading, start, end } = document;
  const [span, ...others] = claim.facts.map(({ fact }) => fact).filter(isShort);
  if (span === undefined || others.length > 0 || span.bound !== 'exact' || !saysApart(claim, span)) return undefined;
  const facts = reading.facts.map(({ fact }) => fact).filter((fact) => start <= fact.start && fact.end <= end);
  const times = facts.filter(({ kind }) => kind === 'time');
  if (times.length < 2 || times.length > MOST_TIMES || facts.some(isShort)) return undefined;
  const wanted = span.low * DAY;
  // A time without its half of the day may be in either.
  const isApart = (one: Fact, other: Fact) => {
    const apart = (((other.low - one.low - wanted) % HALF_DAY) + HALF_DAY) % HALF_DAY;
    return Math.min(apart, HALF_DAY - apart) < 0.5;
  };
  if (times.some((one) => times.some((other) => one !== other && isApart(one, other)))) return undefined;
  return { computed: isOfBoth(claim, span, { document, times }) ? between(times, span, document) : undefined };
}

function between([one, other]: readonly Fact[], span: Fact, { reading, moved }: ReadDocument): Computed {
  const shown = ({ start, end }: Fact) => ({
    ...{ start: start + moved, end: end + moved },
    value: reading.text.slice(start, end),
  });
  const operands = [shown(other!), shown(one!)];
  const minutes = (other!.low - one!.low + DAY) % DAY;
  const result = `${minutes} minutes`;
  const { start, end } = placeOfSentence(reading, reading.tokens[one!.from]!.sentence);
  return {
    ...{ stance: 'against', operation: 'difference', operands, result, reason: undefined, isWhole: true },
    formula: calculationText({ operation: 'difference', operands, result }),
    places: [{ start: start + moved, end: end + moved }],
    found: { start: span.start, end: span.end },
  };
}

/** "Due at 14:20 and landed at 15:05", "began at 2 and ended at 3:30": two times of one thing. */
const LATE = /\b(?:due|scheduled|supposed|should|planned|timetabled?)\b/i;
const BEGINS = /\b(?:from|began|begins?|starts?|started|opens?|opened)\b/i;
const ENDS = /\b(?:to|until|till|ends?|ended|finish(?:es|ed)?|clos(?:es|ed))\b/i;

const ENDED = /\b(?:end|finish|close)(?:e?s|e?d)\b/i;

/** True if a document has only two times, which are both of what the claim is about, on one day and in one place. */
function isOfBoth(
  claim: SurfaceReading,
  { from, to }: Fact,
  { document, times }: { readonly document: ReadDocument; readonly times: readonly Fact[] },
): boolean {
  const { tokens, text, negations } = document.reading;
  const [one, other, ...more] = times;
  const { sentence } = tokens[one!.from]!;
  if (more.length > 0 || tokens[other!.from]!.sentence !== sentence || negations.length > 0) return false;
  const range = sentencesOf(document.reading).get(sentence)!;
  const isOther = ({ type }: Token, at: number) =>
    type === 'number' && AT.has(tokens[at - 1]?.lower ?? '') && at !== one!.from && at !== other!.from;
  const isOfMore = ({ type, lower }: Token) =>
    type === 'word' && !isFunctionWord(lower) && !SAME.some((verbs) => verbs.has(lower));
  if (tokens.slice(one!.to, other!.from).some(isOfMore)) return false;
  if (tokens.slice(range.from, range.to).some((token, i) => isOther(token, range.from + i))) return false;
  const before = tokens.slice(range.from, other!.from);
  const said = text.slice(before[0]!.start, other!.start);
  const isLate = ['late', 'early'].includes(claim.tokens[to]?.lower ?? claim.tokens[to - 1]!.lower);
  if (isLate ? !LATE.test(said) || ENDED.test(said) : !(BEGINS.test(said) && ENDS.test(said))) return false;
  const held = new Set(before.flatMap(keysOfToken));
  return claim.tokens.every(
    (token, at) =>
      (from <= at && at < to) ||
      token.type !== 'word' ||
      isFunctionWord(token.lower) ||
      [APART, LASTING].some((list) => list.has(token.lower)) ||
      SAME.some((verbs) => verbs.has(token.lower) && before.some(({ lower }) => verbs.has(lower))) ||
      keysOfToken(token).some((key) => held.has(key)),
  );
}

function isShort({ kind, high }: Fact): boolean {
  return kind === 'duration' && high < 1;
}

function saysApart({ tokens, negations }: SurfaceReading, { from, to }: Fact): boolean {
  if (negations.some(({ at }) => at < from)) return false;
  const isLate = [tokens[to - 1]!.lower, tokens[to]?.lower ?? ''].some((word) => APART.has(word));
  return isLate || LASTING.has(tokens[from - 1]?.lower ?? '');
}
