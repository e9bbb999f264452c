import { isFunctionWord, type Span, type Token, wordKey } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

/** Values, if it costs anything, and other words: the first of these that tell cases apart decide. */
export type Said = readonly [values: ReadonlySet<string>, cost: ReadonlySet<string>, words: ReadonlySet<string>];

const FREE =
  /\b(?:(?<!-)free(?: of charge)?|for nothing|nothing|(?:not any|no)(?: \p{L}+)? (?:charge|costs?|fees?|payment|ticket)|without (?:charge|paying|a (?:fee|ticket)))\b/giu;
const PAYS = /^(?:pay|paid|charge|fee|cost|price|surcharge)/;

const freeIn = (text: string): readonly Span[] =>
  [...text.matchAll(FREE)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));

export function isExact({ bound, low, high }: Fact): boolean {
  return bound === 'exact' && low === high;
}

/** "No visa" is a word of its own for telling cases apart. */
function isNone(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.lower === 'no' && tokens[at + 1]?.lower !== 'longer';
}

/** True if a place denies something besides that it costs or needs anything. */
export function isDenied({ text, tokens, negations }: SurfaceReading, { start, end }: Span): boolean {
  const free = freeIn(text);
  return negations.some(({ at }) => {
    const token = tokens[at]!;
    const isFree = free.some((one) => one.start <= token.start && token.end <= one.end);
    return start <= token.start && token.end <= end && !isFree && !isNone(tokens, at);
  });
}

/** The values of a place and its content words, without some, and its cost as "free" or "paid". */
export function saidIn(reading: SurfaceReading, { start, end }: Span, without: readonly Fact[]): Said {
  const { text, tokens, facts } = reading;
  const isWithin = (one: Span) => start <= one.start && one.end <= end;
  const free = freeIn(text).filter(isWithin);
  const values = facts.map(({ fact }) => fact).filter((fact) => isWithin(fact) && isExact(fact));
  const own = values.filter((fact) => !without.some((one) => one.from === fact.from));
  const isOf = (some: readonly Span[], { start: from, end: to }: Span) =>
    some.some((one) => one.start <= from && to <= one.end);
  const said = tokens.flatMap((token, at) => {
    const isSaid = isWithin(token) && token.type === 'word' && !isFunctionWord(token.lower);
    if (!isSaid || isOf([...values, ...without, ...free], token)) return [];
    return [{ token, isOfNone: at > 0 && isNone(tokens, at - 1) }];
  });
  const isPay = ({ token }: { readonly token: Token }) => PAYS.test(token.lower);
  const isPaid = free.length === 0 && (said.some(isPay) || own.some(({ kind }) => kind === 'money'));
  return [
    new Set(own.map(keyOf)),
    new Set(free.length > 0 ? ['free'] : isPaid ? ['paid'] : []),
    new Set(
      said
        .filter((one) => !isPay(one))
        .flatMap(({ token, isOfNone }) => keysOfToken(token).map((key) => (isOfNone ? `no ${key}` : key))),
    ),
  ];
}

/** A price as a source writes it, each hour or once. */
export function keyOf({ written, unit, low }: Fact): string {
  return `${written === '' ? low : Number(written)} ${unit.split('/')[0]}`;
}

/** The stems of a word; many related words are other ones: "employees" and "employers". */
export function keysOfToken({ lower, lemma }: Token): string[] {
  return lemma === '' ? [wordKey(lower)] : [wordKey(lower), wordKey(lemma)];
}

/** Words of a claim about anyone. */
const ANYONE = words('someone anyone whoever person people order nothing free need needs must may can allowed');

/** The stems of the words of some places. */
export function heldKeys({ tokens }: SurfaceReading, places: readonly Span[]): ReadonlySet<string> {
  const isWithin = (token: Token) => places.some(({ start, end }) => start <= token.start && token.end <= end);
  return new Set(tokens.filter(isWithin).flatMap(keysOfToken));
}

export function isHeld(token: Token, held: ReadonlySet<string>, { text }: SurfaceReading): boolean {
  const isFree = freeIn(text).some(({ start, end }) => start <= token.start && token.end <= end);
  return isFree || ANYONE.has(token.lower) || PAYS.test(token.lower) || keysOfToken(token).some((key) => held.has(key));
}
