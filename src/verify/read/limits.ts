import { partOfSpeech } from '../../text/index.ts';
import { DAYS_IN_YEAR, type Fact, isInYears, isLimit, isWithin, type SurfaceReading } from '../rules/index.ts';
import type { Placed } from './replacement.ts';

/** A case that a claim names by a value: "a trip of two weeks", "a five-hour trip", "a ten-year-old". */
interface Case {
  /** Half-open offsets of the words that the limit replaces. */
  readonly start: number;
  readonly end: number;
  readonly written: (limit: string) => string;
  /** Lemma of the noun that has the value; undefined for a person of an age. */
  readonly noun: string | undefined;
  readonly value: number;
}

/** These are the amount itself: "a fee of 20 euros" is no case of "fees of up to 50 euros". */
const AMOUNTS = new Set(
  `age allowance amount area average bonus budget capacity charge compensation contribution cost cut decrease deposit depth discount donation
  duration fee fine grant guarantee increase length level limit loss maximum minimum notice number pay payment
  penalty period premium price probation profit raise rate rating reduction refund rent rise salary saving score sentence share size speed sum tax
  term time tip total value volume wage warranty weight`.split(/\s+/),
);
const PEOPLE = new Set(
  'adult anyone boy child driver girl guest kid man member passenger person pupil someone student user visitor woman'.split(
    ' ',
  ),
);
const KINDS: ReadonlySet<Fact['kind']> = new Set(['money', 'measure', 'duration', 'number']);

/**
 * A case of the claim as the source's limit for such cases: "a trip of up to 45 days" for "a trip of two weeks", because the
 * models take a value that a limit includes for another value.
 */
export function caseIn(claim: SurfaceReading, source: SurfaceReading, fact: Fact): Placed | undefined {
  const own = caseOf(claim, fact);
  const limit = own && limitOf(own, fact, claim, source);
  if (own === undefined || limit === undefined) return undefined;
  return { at: own.start, own: claim.text.slice(own.start, own.end), written: own.written(phraseOf(limit, source)) };
}

/** True if a fact is a limit, or tells a case of which a source may have one. */
export function isOfLimit(claim: SurfaceReading, fact: Fact): boolean {
  return isWellPlaced(fact, claim) || caseOf(claim, fact) !== undefined;
}

/** A limit of the claim in the source's words for the same limit: the models take "no more than" for another one than "up to". */
export function sameLimitIn(claim: SurfaceReading, source: SurfaceReading, fact: Fact): Placed | undefined {
  if (!isWellPlaced(fact, claim)) return undefined;
  const isSame = ({ fact: other }: SurfaceReading['facts'][number]) =>
    other.bound === fact.bound &&
    other.kind === fact.kind &&
    other.unit === fact.unit &&
    other.low === fact.low &&
    other.high === fact.high &&
    (fact.unit !== '' || fact.nouns.some((noun) => other.nouns.includes(noun))) &&
    isWellPlaced(other, source);
  const same = source.facts.find(isSame)?.fact;
  if (same === undefined) return undefined;
  const [own, words] = [phraseOf(fact, claim), phraseOf(same, source)];
  const isFirst = /^\p{Lu}/u.test(own);
  const written = `${isFirst ? words.charAt(0).toUpperCase() : words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return { at: claim.tokens[fact.boundFrom]!.start, own, written };
}

/** A limit in words that another one can replace: "up to 20", not "may not exceed 20". */
function isWellPlaced({ bound, boundFrom, from }: Fact, { tokens }: SurfaceReading): boolean {
  return bound !== 'exact' && bound !== 'about' && boundFrom < from && READ_WELL.test(tokens[boundFrom]!.lower);
}

function caseOf({ tokens }: SurfaceReading, fact: Fact): Case | undefined {
  const { from, to, start, end, bound, low, high, kind, unit } = fact;
  if (!KINDS.has(kind) || bound !== 'exact' || low !== high) return undefined;
  const word = (at: number) => tokens[at]?.lower ?? '';
  const isNoun = (at: number) =>
    tokens[at]?.type === 'word' && partOfSpeech(word(at)) === 'NOUN' && !/[^s]s$/.test(word(at));
  const article = /^an?$/.test(word(from - 1)) ? tokens[from - 1]! : undefined;
  const a = (noun: string) =>
    `${article?.text.startsWith('A') ? 'A' : 'a'}${/^[aeiou]/i.test(noun) ? 'n' : ''} ${noun}`;
  if (word(to) === '-' && word(to + 1) === 'old') {
    const person = isNoun(to + 2) ? tokens[to + 2] : undefined;
    const someone = article?.text.startsWith('A') ? 'Someone' : 'someone';
    const written = (limit: string) => `${person === undefined ? someone : a(person.text)} ${limit}`;
    if (article === undefined) return undefined;
    return { start: article.start, end: (person ?? tokens[to + 1]!).end, written, noun: undefined, value: years(fact) };
  }
  const lead = word(from - 1);
  if (/^(?:aged|of|weighing|worth)$/.test(lead)) {
    const noun = from - 2;
    const isPerson = PEOPLE.has(word(noun));
    if (!isIndefinite(noun, word) || !(isPerson || isNoun(noun)) || AMOUNTS.has(word(noun))) return undefined;
    const isAge = isPerson && unit === '' && (lead === 'aged' || lead === 'of');
    if (isAge || lead === 'aged')
      return isAge
        ? { ...fact, start: tokens[from - 1]!.start, written: String, noun: undefined, value: low }
        : undefined;
    return { start, end, written: String, noun: tokens[noun]!.lemma, value: low };
  }
  if (article === undefined || !isNoun(to) || AMOUNTS.has(word(to)) || unit === '') return undefined;
  const last = isNoun(to + 1) ? to + 1 : to;
  const noun = tokens
    .slice(to, last + 1)
    .map(({ text }) => text)
    .join(' ');
  const written = (limit: string) => `${a(noun)} of ${limit}`;
  return { start: article.start, end: tokens[last]!.end, written, noun: tokens[last]!.lemma, value: low };
}

/** Words between an article and the noun: "a first-class ticket of". */
const ARTICLE_REACH = 4;

function isIndefinite(noun: number, word: (at: number) => string): boolean {
  if (/^(?:any|some)one$/.test(word(noun))) return true;
  for (let at = noun - 1; at >= noun - ARTICLE_REACH; at -= 1) {
    if (/^(?:an?|any|one)$/.test(word(at))) return true;
    if (!/^[\p{L}-]+$/u.test(word(at)) || /^(?:the|of|for|with|and|or)$/.test(word(at))) return false;
  }
  return false;
}

function years({ written }: Fact): number {
  return Number(written);
}

/** The limit that includes a case, in the sentence about the same that shares most words with the claim; undefined for several. */
function limitOf(own: Case, fact: Fact, claim: SurfaceReading, source: SurfaceReading): Fact | undefined {
  const found = source.facts.flatMap(({ fact: limit }) => {
    if (!isLimit(limit) || !isOfKind(limit, own, fact, source) || !isWithin(valueIn(limit, own), limit)) return [];
    const { sentence } = source.tokens[limit.from]!;
    const isThere = (lemma: string) =>
      (source.positions.get(lemma) ?? []).some((at) => source.tokens[at]!.sentence === sentence);
    if (own.noun !== undefined && !isThere(own.noun)) return [];
    return [{ limit, shared: [...claim.positions.keys()].filter(isThere).length }];
  });
  const most = Math.max(0, ...found.map(({ shared }) => shared));
  const [best, ...others] = found.filter(({ shared }) => shared === most);
  return others.length === 0 ? best?.limit : undefined;
}

/** The value of a case in the unit of a limit: ages are years there. */
function valueIn({ unit }: Fact, { noun, value }: Case): number {
  return noun === undefined && unit !== '' ? value * DAYS_IN_YEAR : value;
}

const AGE_LEADS =
  /^(?:adults|age|aged|ages|anyone|are|be|being|boys|children|drivers|everyone|from|girls|guests|is|kids|members|passengers|people|persons|pupils|someone|students|those|users|visitors|who|women|men)$/;

/** A limit of the unit, or of an age: "at least 18", "children under six". */
function isOfKind(limit: Fact, { noun }: Case, fact: Fact, { tokens }: SurfaceReading): boolean {
  const before = tokens[limit.boundFrom - 1]?.lower ?? '';
  if (/^(?:after|within)$/.test(before) || tokens[limit.boundFrom]!.lower === 'within') return false;
  if (noun !== undefined)
    return limit.unit === fact.unit && limit.kind === fact.kind && (fact.unit !== '' || limit.nouns.length === 0);
  if (limit.kind === 'duration') return isInYears(limit) && AGE_LEADS.test(before);
  const isCounted = limit.plural && /s$/.test(tokens[limit.to]?.lower ?? '');
  return limit.kind === 'number' && limit.unit === '' && AGE_LEADS.test(before) && !isCounted;
}

const WRITTEN: Readonly<Partial<Record<Fact['bound'], string>>> = {
  at_most: 'up to ',
  less_than: 'under ',
  at_least: 'at least ',
  more_than: 'over ',
};
/** Bounds that are read well behind a noun. */
const READ_WELL = /^(?:above|at|below|between|fewer|from|less|more|no|over|under|up)\b/;

function phraseOf({ boundFrom, from, start, end, bound }: Fact, { text, tokens }: SurfaceReading): string {
  const value = text.slice(start, end);
  const first = tokens[boundFrom]!;
  if (boundFrom < from && READ_WELL.test(first.lower)) return text.slice(first.start, end);
  const lead = tokens[from - 1]?.lower ?? '';
  return bound === 'exact'
    ? `${/^(?:between|from)$/.test(lead) ? `${lead} ` : ''}${value}`
    : `${WRITTEN[bound] ?? ''}${value}`;
}
