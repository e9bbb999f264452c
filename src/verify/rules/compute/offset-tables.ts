import { isFunctionWord, partOfSpeech, type Token } from '../../../text/index.ts';
import { isInYears } from '../extract/units.ts';
import type { Fact } from '../findings.ts';
import { COMPARATIVES, POSITIVES } from '../lexicon/table-words.ts';
import { surfaceReading } from '../reading.ts';
import { shownNumber } from './computed.ts';

/** Two names of which one has a value and the other one by a difference or a multiple: "34, three years younger than Ole". */
export interface OffsetValues {
  /** The words of the first and of the second name; of a name that only stands for the subject none. */
  readonly names: readonly [readonly Token[], readonly Token[]];
  readonly values: readonly [Valued, Valued];
}

interface Valued {
  readonly fact: Fact;
  /** The value in words. */
  readonly text: string;
}

/** "3 years younger than", "twice as long as": the sign of the difference, or the multiple, and where the second name begins. */
interface Offset {
  readonly of: Fact;
  readonly sign: 1 | -1 | 0;
  readonly second: number;
}

const MORE = /^(?:more|higher|heavier|longer|older|taller|larger|bigger|wider|deeper|dearer|later|after|above)$/;
const LESS = /^(?:less|fewer|lower|lighter|shorter|younger|smaller|narrower|cheaper|earlier|before|below)$/;
/** Words between a direction and "than": "more expensive than". */
const THAN_REACH = 2;
const ENDS = /^(?:[,.;:()]|which|who|and|but|while|whereas|because|when|in|on|at|during)$/;
const PREPOSITION = /^(?:at|by|during|in|of|on|with)$/;
const STANDS_FOR = /^(?:one|ones|that|those)$/;

export function offsetValues(
  tokens: readonly Token[],
  text: string,
  { from, to, facts }: { readonly from: number; readonly to: number; readonly facts: readonly Fact[] },
): OffsetValues | undefined {
  const [offset, another] = facts.flatMap((fact) => offsetOf(tokens, fact) ?? []);
  if (offset === undefined || another !== undefined) return undefined;
  const [base, other] = facts.filter((fact) => fact !== offset.of && isBase(fact, offset, tokens));
  if (base === undefined || other !== undefined) return undefined;
  const isOfFirst = base.from < offset.of.from;
  // "Founded in 1992 and renamed two years after": the difference is of something else.
  const between = isOfFirst ? tokens.slice(base.to, offset.of.from) : [];
  if (between.some(({ lower }) => lower === 'and' || /VERB|AUX/.test(partOfSpeech(lower) ?? ''))) return undefined;
  // "The white one, which is 39 euros": the value after a name is that of the name.
  const said = tokens.slice(offset.second, base.from);
  if (!isOfFirst && !said.some(({ lower }) => /^(?:which|who|[(])$/.test(lower))) return undefined;
  const second = nameFrom(tokens, offset.second, to);
  const lead = tokens[offset.second]!.lower;
  const first = subjectIn(tokens, { from, to: Math.min(base.from, offset.of.from), lead });
  const result = valueAt(base, offset, { given: isOfFirst ? -1 : 1, text, end: second.end });
  if (result === undefined || second.name.length === 0) return undefined;
  const ownFirst = second.standsFor ? first.slice(0, -1) : first;
  const values = [{ fact: base, text: text.slice(base.start, base.end) }, result] as const;
  return { names: [ownFirst, second.name], values: isOfFirst ? values : [values[1], values[0]] };
}

function offsetOf(tokens: readonly Token[], fact: Fact): Offset | undefined {
  if (fact.bound !== 'exact' || fact.low !== fact.high) return undefined;
  const word = (at: number) => tokens[at]?.lower ?? '';
  const { to } = fact;
  if (fact.unit === 'times' && word(to) === 'as') {
    const second = [to + 2, to + 3, to + 4].find((at) => word(at) === 'as');
    return second === undefined || fact.low <= 1 ? undefined : { of: fact, sign: 0, second: second + 1 };
  }
  const sign = MORE.test(word(to)) ? 1 : LESS.test(word(to)) ? -1 : undefined;
  if (sign === undefined) return undefined;
  if (/^(?:after|before)$/.test(word(to))) return { of: fact, sign, second: to + 1 };
  const than = Array.from({ length: THAN_REACH }, (_, i) => to + 1 + i).find((at) => word(at) === 'than');
  // "More expensive" is more; "less heavy" less.
  return than === undefined ? undefined : { of: fact, sign, second: than + 1 };
}

/** The value that the difference is of: of its unit, an age in years, or a year for "two years after". */
function isBase(fact: Fact, { of, sign, second }: Offset, tokens: readonly Token[]): boolean {
  if (fact.bound !== 'exact') return false;
  const isTime = /^(?:after|before)$/.test(tokens[second - 1]!.lower);
  if (fact.kind === 'year') return isTime && isInYears(of);
  if (isTime || fact.low !== fact.high) return false;
  if (sign === 0) return fact.from < of.from && fact.unit !== '' && fact.unit !== 'times' && fact.kind !== 'date';
  // "50 m high, 10 m wider" are two measures.
  const [own, other] = [POSITIVES.get(tokens[fact.to]?.lower ?? ''), COMPARATIVES.get(tokens[of.to]?.lower ?? '')];
  if (own !== undefined && own.quantity !== other?.quantity) return false;
  const isAge = fact.unit === '' && isInYears(of) && /^(?:is|are)$/.test(tokens[fact.from - 1]?.lower ?? '');
  return isAge || (fact.unit === of.unit && fact.kind === of.kind && fact.unit !== '');
}

/** The nouns and names before the first verb of a part, or behind the preposition that leads to the second name too. */
function subjectIn(
  tokens: readonly Token[],
  { from, to, lead }: { readonly from: number; readonly to: number; readonly lead: string },
): readonly Token[] {
  let start = from;
  for (let at = from; at < to; at += 1) if (/^[;:]$/.test(tokens[at]!.text)) start = at + 1;
  const words = tokens.slice(start, to);
  const led = PREPOSITION.test(lead) ? words.findIndex(({ lower }) => lower === lead) + 1 : 0;
  const end = words.findIndex(({ lower }, i) => i > 0 && /VERB|AUX/.test(partOfSpeech(lower) ?? ''));
  return namingIn(words.slice(led, end < 0 ? -1 : end));
}

function nameFrom(tokens: readonly Token[], from: number, to: number) {
  const isStart = (at: number) => STANDS_FOR.test(tokens[at]?.lower ?? '');
  const start = isStart(from) ? from + (PREPOSITION.test(tokens[from + 1]?.lower ?? '') ? 2 : 1) : from;
  let end = PREPOSITION.test(tokens[start]?.lower ?? '') ? start + 1 : start;
  while (end < to && !ENDS.test(tokens[end]!.lower)) end += 1;
  const words = tokens.slice(start, end);
  return {
    name: namingIn(words),
    end: tokens[Math.max(start, end - 1)]!.end,
    standsFor: isStart(from) || words.some(({ lower }) => STANDS_FOR.test(lower)),
  };
}

/** The capitalized words behind the first of some, or all that name something. */
function namingIn(words: readonly Token[]): readonly Token[] {
  const content = words.filter(
    ({ type, lower }) => type === 'word' && !isFunctionWord(lower) && !STANDS_FOR.test(lower),
  );
  const names = content.filter(({ text }) => /^\p{Lu}/u.test(text));
  return names.length > 0 ? names : content;
}

/** The other value, in the words of the first with another number; undefined where it is not above 0. */
function valueAt(
  base: Fact,
  { of, sign }: Offset,
  { given, text, end }: { readonly given: 1 | -1; readonly text: string; readonly end: number },
): Valued | undefined {
  const own = text.slice(base.start, base.end);
  const difference = base.unit === of.unit ? of.low : Number(of.written);
  const isYear = base.kind === 'year';
  // "5 million" has another number than its value.
  if (!isYear && /\d[\d.,]*/.exec(own)?.[0].replaceAll(',', '') !== base.written) return undefined;
  const size = isYear ? Number(own) : base.low;
  const result = sign === 0 ? (given === -1 ? size / of.low : size * of.low) : size + given * sign * difference;
  const number = isYear || base.unit === '' ? result : (Number(base.written) * result) / base.low;
  if (!(number > 0)) return undefined;
  const shown = shownNumber(number);
  const written = isYear ? `${number}` : own.replace(/\d[\d.,]*/, shown);
  const fact = isYear ? surfaceReading(written).facts[0]?.fact : undefined;
  if (isYear && fact === undefined) return undefined;
  return {
    fact: {
      ...base,
      from: of.from,
      to: of.to,
      start: of.start,
      end,
      low: fact?.low ?? result,
      high: fact?.high ?? result,
    },
    text: written,
  };
}
