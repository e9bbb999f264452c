import { isFunctionWord, partOfSpeech, type Token } from '../../../text/index.ts';
import { disjoint, within } from '../extract/bounds.ts';
import type { Fact, Interval } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { partOf, type ReadDocument } from './candidates.ts';
import { keysOfToken } from './case-words.ts';
import { type Computed, moved } from './computed.ts';
import { isUnsure } from './prose-tables.ts';
import { placeOfSentence, sentencesOf } from './source-numbers.ts';

/** A share of some things of which something is said: "30 % of the members are women". */
interface Share {
  readonly share: Interval;
  /** The share is of those of which it is denied: "one in five has no car". */
  readonly isDenied: boolean;
  /** The things, and all content words of the sentence. */
  readonly base: readonly string[];
  readonly words: readonly (readonly string[])[];
  /** Its numbers: the tokens. */
  readonly from: number;
  readonly to: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const MAJORITY: Interval = { low: 50, high: 100, lowOpen: true, highOpen: false };
const MINORITY: Interval = { low: 0, high: 50, lowOpen: false, highOpen: true };
/** "A half" may be 48 %, so a share near it is neither. */
const NEAR = 5;
const MOST_FACTS = 3;
const MOST_TOKENS = 40;

/** A claim about most, half or a third of some things, by a sentence with their share: "18 % of households", "19 of the 24 pupils". */
export function proseShareClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, tables, moved: by } = document;
  const all = { from: 0, to: claim.tokens.length };
  const majority = majorityIn(claim.tokens);
  const facts = claim.facts.map(({ fact }) => fact);
  if (tables.length > 0 || claim.tokens.some(isUnsure)) return undefined;
  if (facts.length > (majority === undefined ? 1 : 0) || all.to > MOST_TOKENS) return undefined;
  const own = majority === undefined ? shareIn(claim, all, facts) : readAs(claim, all, majority);
  if (own === undefined) return undefined;
  const isSame = (one: Share) => one.base.some((key) => own.base.includes(key)) && hasSame(own.words, one.words);
  const [found, another] = partOf(sharesOf(reading), document, ({ from }) => reading.tokens[from]!).filter(isSame);
  if (found === undefined || another !== undefined) return undefined;
  // Two numbers in percent are compared by themselves.
  const isOfWords = majority !== undefined || facts[0]!.written === '' || own.isDenied !== found.isDenied;
  const stance = isOfWords ? stanceOf(own, found) : undefined;
  // A third are not few.
  if (stance === undefined || (stance === 'for' && majority?.isFew)) return undefined;
  const { start } = reading.tokens[found.from]!;
  const { end } = reading.tokens[found.to - 1]!;
  const value = reading.text.slice(start, end);
  const computed: Computed = {
    ...{ stance, operation: 'share', operands: [{ value, start, end }], result: value, formula: value },
    places: [placeOfSentence(reading, reading.tokens[found.from]!.sentence)],
    ...{ isWhole: true, found: undefined, reason: undefined },
  };
  return moved(computed, by);
}

function stanceOf(own: Share, { share, isDenied }: Share): 'for' | 'against' | undefined {
  const other = own.isDenied === isDenied ? share : rest(share);
  if (own.share.low !== own.share.high) {
    if (within(other, own.share)) return 'for';
    return disjoint(other, own.share) ? 'against' : undefined;
  }
  if (other.low !== other.high) return undefined;
  const apart = Math.abs(other.low - own.share.low);
  return apart < 1 ? 'for' : apart > NEAR ? 'against' : undefined;
}

function rest({ low, high, lowOpen, highOpen }: Interval): Interval {
  return { low: 100 - high, high: 100 - low, lowOpen: highOpen, highOpen: lowOpen };
}

/** The sentences of a reading that say something of the only share that they have. */
const sharesOf = oncePer((reading: SurfaceReading): readonly Share[] => {
  const { tokens, facts } = reading;
  const sentences = new Map<number, Fact[]>();
  for (const { fact } of facts) {
    const { sentence } = tokens[fact.from]!;
    const own = sentences.get(sentence);
    if (own === undefined) sentences.set(sentence, [fact]);
    else if (own.length < MOST_FACTS) own.push(fact);
  }
  return [...sentences].flatMap(([sentence, own]) => {
    const range = sentencesOf(reading).get(sentence)!;
    const isPlain = range.to - range.from <= MOST_TOKENS && !tokens.slice(range.from, range.to).some(isUnsure);
    return isPlain ? (shareIn(reading, range, own) ?? []) : [];
  });
});

/** The share that some facts are: one in percent, or a part and its whole. */
function shareIn(reading: SurfaceReading, range: Range, facts: readonly Fact[]): Share | undefined {
  const { tokens } = reading;
  const [one, other, ...more] = facts;
  if (one === undefined || more.length > 0) return undefined;
  if (other === undefined) {
    if (one.unit !== '%') return undefined;
    const at = Math.min(one.boundFrom, one.from);
    return readAs(reading, range, { share: one, from: at, to: endOf(tokens, one) });
  }
  const isCount = ({ unit, kind, low, high }: Fact) => unit === '' && kind === 'number' && low === high && low > 0;
  if (!isCount(one) || !isCount(other)) return undefined;
  const between = tokens.slice(one.to, other.from).map(({ lower }) => lower);
  const percent = ({ low: part }: Fact, { low: whole }: Fact) => ({
    low: (100 * part) / whole,
    high: (100 * part) / whole,
  });
  const closed = { lowOpen: false, highOpen: false };
  if (/^(?:out )?of(?: the| its| all| our)?$/.test(between.join(' ')) && one.low <= other.low)
    return readAs(reading, range, { share: { ...percent(one, other), ...closed }, from: one.from, to: other.from + 1 });
  const isOfWhole = /^of( the| its| all| our)?$/.test(
    tokens
      .slice(range.from, one.from)
      .map(({ lower }) => lower)
      .join(' '),
  );
  if (!isOfWhole || between.at(-1) !== ',' || other.low > one.low) return undefined;
  return readAs(reading, range, {
    share: { ...percent(other, one), ...closed },
    from: one.from,
    to: one.from + 1,
    past: other.to,
  });
}

/** One past the number of a share, without the things that it is of: "one in four members". */
function endOf(tokens: readonly Token[], { from, to }: Fact): number {
  const isNumber = ({ type, lower }: Token) =>
    type !== 'word' ||
    /^(?:per|cent|percent|half|halves|thirds?|quarters?|fifths?|tenths?|in|out|of)$/.test(lower) ||
    partOfSpeech(lower) === 'NUM';
  const last = tokens.slice(from, to).findLastIndex(isNumber);
  return last < 0 ? to : from + last + 1;
}

/** "Most members", "a majority of the members", "few members". */
interface Majority extends Range {
  readonly share: Interval;
  readonly isFew: boolean;
}

function majorityIn(tokens: readonly Token[]): Majority | undefined {
  const lower = (at: number) => tokens[at]?.lower ?? '';
  const isOf = (at: number) => lower(at) === 'of' || partOfSpeech(lower(at)) === 'NOUN';
  if (lower(0) === 'most' && isOf(1)) return { from: 0, to: 1, share: MAJORITY, isFew: false };
  if (lower(0) === 'few' && isOf(1)) return { from: 0, to: 1, share: MINORITY, isFew: true };
  const noun = /^(?:an?|the)$/.test(lower(0)) && lower(2) === 'of' ? lower(1) : '';
  const share = noun === 'majority' ? MAJORITY : noun === 'minority' ? MINORITY : undefined;
  return share && { from: 0, to: 2, share, isFew: false };
}

/** A share with the words around it; undefined where it is denied as a whole, or only a part of what is said. */
function readAs(
  { tokens, negations }: SurfaceReading,
  range: Range,
  { share, from, to, past = to }: Range & { readonly share: Interval; readonly past?: number },
): Share | undefined {
  const isContent = ({ type, lower }: Token) => type === 'word' && !isFunctionWord(lower) && !NEGATORS.test(lower);
  const said = tokens.slice(range.from, range.to).flatMap((token, i) => {
    const isOfShare = from <= range.from + i && range.from + i < to;
    if (isOfShare || /^\d/.test(token.lower)) return [];
    if (BE.test(token.lower)) return [['be']];
    return isContent(token) || SAYING.has(token.lower) ? [keysOfToken(token)] : [];
  });
  const isThing = (token: Token, at: number) => at >= to && at < range.to && isContent(token);
  const base = tokens.find(isThing);
  const denied = negations.map(({ at }) => at).filter((at) => at >= range.from && at < range.to);
  if (base === undefined || denied.length > 1 || denied.some((at) => at < to)) return undefined;
  const low = Math.max(share.low, 0);
  const high = Math.min(share.high, 100);
  return {
    share: { ...share, low, high },
    isDenied: denied.length > 0,
    base: keysOfToken(base),
    words: said,
    from,
    to: past,
  };
}

/** "Voted for" is not "voted against", and "are chased" not "chase". */
const BE = /^(?:is|are|was|were|be|been|being)$/;
const SAYING = words('for against by after before from to up down off out over under or must can cannot');
const NEGATORS = /^(?:no|not|none|never|without|n't|.+n['’]t)$/;

function hasSame(one: Share['words'], other: Share['words']): boolean {
  const isIn = (all: Share['words']) => (keys: readonly string[]) =>
    all.some((some) => some.some((key) => keys.includes(key)));
  return one.length > 0 && one.every(isIn(other)) && other.every(isIn(one));
}
