import type { Token } from '../../../text/tokens.ts';

/** A number as read from consecutive tokens. */
export interface NumberMatch {
  readonly value: number;
  /** Place value of the last digit written. */
  readonly step: number;
  /** Place value of the last digit that is not zero. */
  readonly roundStep: number;
  /** One past the last token read. */
  readonly to: number;
  /** What a scale word multiplied by: 1e6 in "3.5 million". */
  readonly scale: number;
  /** Written in digits, without a scale word or separators: may be a year, a list number, part of a name. */
  readonly bare: boolean;
  /** "dozens", "hundreds", "millions": at least so many. */
  readonly vague: boolean;
}

const ONES = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`
    .split(/\s+/)
    .map((word, value) => [word, value] as const),
);
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, (i + 2) * 10] as const),
);
const SCALES = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1e3],
  ['k', 1e3],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['million', 1e6],
  ['mn', 1e6],
  ['crore', 1e7],
  ['crores', 1e7],
  ['billion', 1e9],
  ['bn', 1e9],
  ['trillion', 1e12],
  ['tn', 1e12],
  ['dozen', 12],
]);
const VAGUE = new Map<string, number>([
  ['dozens', 24],
  ['hundreds', 200],
  ['thousands', 2000],
  ['millions', 2e6],
  ['billions', 2e9],
]);

/** Scale by the letter that touches the digits: "3bn", "$5m", "40k". Metres and millions share the letter m. */
function scaleAt(tokens: readonly Token[], at: number, money: boolean): number | undefined {
  const token = tokens[at];
  if (token?.type !== 'word') return undefined;
  if (token.lower === 'm' || token.lower === 'b') {
    return money ? (token.lower === 'm' ? 1e6 : 1e9) : undefined;
  }
  if (token.lower === 'k' && token.spaced) return undefined;
  return SCALES.get(token.lower);
}

function significantStep(value: number, step: number): number {
  if (value === 0) return step;
  let place = step;
  // 15 digits are what a double holds: the loop is bounded by the number's size.
  while (place < 1e15 && Math.abs(value / (place * 10) - Math.round(value / (place * 10))) < 1e-9) place *= 10;
  return place;
}

function digits(tokens: readonly Token[], at: number, money: boolean): NumberMatch | undefined {
  const text = tokens[at]!.text;
  const groups = text.split('.');
  const plain = groups.length > 2 ? groups.join('') : text.replace(/[,\s\u00a0\u202f]/g, '');
  let value = Number(plain);
  if (!Number.isFinite(value)) return undefined;
  let step = groups.length === 2 ? 10 ** -groups[1]!.length : 1;
  let factor = 1;
  let to = at + 1;
  for (let scale = scaleAt(tokens, to, money); scale !== undefined; scale = scaleAt(tokens, to, money)) {
    value *= scale;
    factor *= scale;
    step *= scale;
    to += 1;
  }
  const bare = to === at + 1 && /^\d+$/.test(text);
  return { value, step, roundStep: significantStep(value, step), to, scale: factor, bare, vague: false };
}

/** "two hundred and five thousand": groups below a thousand, closed by thousand, million or billion. */
function spelled(tokens: readonly Token[], at: number): NumberMatch | undefined {
  let total = 0;
  let group = 0;
  let to = at;
  let i = at;
  for (; i < tokens.length; i++) {
    const word = tokens[i]!.lower;
    const ones = ONES.get(word);
    const tens = TENS.get(word);
    const scale = SCALES.get(word);
    if (ones !== undefined && (group % 10 === 0 || group === 0) && (to === at || group % 100 !== 10)) group += ones;
    else if (tens !== undefined && group % 100 === 0) group += tens;
    else if (scale !== undefined && scale >= 100 && i > at) {
      if (scale === 100) group *= 100;
      else {
        total += group * scale;
        group = 0;
      }
    } else if ((word === 'and' || word === '-') && joins(tokens, i)) continue;
    else break;
    to = i + 1;
  }
  if (to === at) return undefined;
  const value = total + group;
  return { value, step: 1, roundStep: significantStep(value, 1), to, scale: 1, bare: false, vague: false };
}

/** "and" inside a number stands after hundred or thousand; a hyphen stands between tens and ones. */
function joins(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.lower ?? '';
  const after = tokens[at + 1]?.lower ?? '';
  if (tokens[at]!.lower === '-') return TENS.has(before) && (ONES.get(after) ?? 0) > 0 && (ONES.get(after) ?? 0) < 10;
  return /^(?:hundred|thousand|million)$/.test(before) && (ONES.has(after) || TENS.has(after));
}

/** Reads "a dozen", "a hundred", "half a million", "dozens of", "a couple of". */
function article(tokens: readonly Token[], at: number): NumberMatch | undefined {
  const vague = VAGUE.get(tokens[at]!.lower);
  if (vague !== undefined)
    return { value: vague, step: vague, roundStep: vague, to: at + 1, scale: 1, bare: false, vague: true };
  const half = tokens[at]!.lower === 'half' && /^an?$/.test(tokens[at + 1]?.lower ?? '');
  const scaleIndex = half ? at + 2 : at + 1;
  const opener = half || /^an?$/.test(tokens[at]!.lower);
  if (!opener) return undefined;
  const word = tokens[scaleIndex]?.lower ?? '';
  if (!half && word === 'couple')
    return { value: 2, step: 1, roundStep: 1, to: scaleIndex + 1, scale: 1, bare: false, vague: false };
  const scale = word.length > 4 ? SCALES.get(word) : undefined;
  if (scale === undefined) return undefined;
  const value = half ? scale / 2 : scale;
  return { value, step: half ? value : 1, roundStep: scale, to: scaleIndex + 1, scale: 1, bare: false, vague: false };
}

/** "Six Nations", "Phase Two", "Brooklyn Nine-Nine": a capital where the sentence asks for none. */
export function isNamePart(tokens: readonly Token[], at: number): boolean {
  if (!/^\p{Lu}/u.test(tokens[at]!.text)) return false;
  const before = tokens[at - 1];
  const opens =
    before === undefined ||
    before.type === 'break' ||
    /^[.!?"“(]$/.test(before.text) ||
    before.sentence !== tokens[at]!.sentence;
  return !opens || /^\p{Lu}/u.test(tokens[at + 1]?.text ?? '');
}

/** Reads a number in digits or words that begins at token `at`; `money` lets "m" and "b" mean million, billion. */
export function readNumber(tokens: readonly Token[], at: number, money = false): NumberMatch | undefined {
  const token = tokens[at];
  if (token?.type === 'number') return /^\d{4}-/.test(token.text) ? undefined : digits(tokens, at, money);
  if (token?.type !== 'word' || isNamePart(tokens, at)) return undefined;
  if (ONES.has(token.lower) || TENS.has(token.lower)) return spelled(tokens, at);
  return article(tokens, at);
}

/** Words that may open a number. */
export const NUMBER_WORDS: readonly string[] = [...ONES.keys(), ...TENS.keys(), ...VAGUE.keys(), 'a', 'an', 'half'];
