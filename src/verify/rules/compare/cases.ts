import { partOfSpeech, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { contentKeys } from './content-keys.ts';

/** "12 euros, or 8 euros for students": a value for all else and one for a case of its own. */
interface Case {
  readonly general: Fact;
  readonly own: Fact;
  /** Content words that the sentence has in the case only. */
  readonly keys: ReadonlySet<string>;
}

const JOINS = words('or and but , ;');
/** Words before the case, behind its value. */
const OPENERS = words('if for by when in on where with at during');
const ENDS = words(', ; : ( ) . but while whereas');
/** Tokens between the join and the second value. */
const REACH = 6;
/** Tokens between the second value and its case: "six months' notice by firms". */
const COUNTED = 3;
/** A claim with one of these compares, or may mean both values. */
const MORE = /\b(?:more|less|fewer|than|only|or|unless|except|not|no|never|without|\w+n't)\b/i;

/** The value of a claim's fact where the source has it for the case that the claim is about: "Students pay 8 euros." */
export function valueOfCase(claim: SurfaceReading, source: SurfaceReading, fact: Fact): Fact | undefined {
  const own = keysOf(claim.tokens);
  return casesIn(source).find((one) => isValue(fact, one.own, one.general) && [...one.keys].some((key) => own.has(key)))
    ?.own;
}

/** "Students pay 12 euros." of a sentence that has another value for students. */
export function exchangesCases(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  // A claim with two values may give each its own case.
  if (MORE.test(claim.text) || claim.facts.length > 1) return false;
  const own = keysOf(claim.tokens);
  const has = (wanted: Fact, general: Fact) => claim.facts.some(({ fact }) => isValue(fact, wanted, general));
  return casesIn(sentence).some(
    ({ general, own: other, keys }) =>
      [...keys].every((key) => own.has(key)) && has(general, general) && !has(other, general),
  );
}

/** True if a fact has the value; one without a unit of its own, "and three for firms", has that of the general one. */
function isValue(fact: Fact, value: Fact, general: Fact): boolean {
  if (fact.unit !== general.unit || fact.kind !== general.kind) return false;
  if (isElided(value, general)) return fact.written !== '' && fact.written === value.written;
  return sizeOf(fact) === sizeOf(value);
}

/** A limit by its end: "within thirty days". */
function sizeOf({ low, high }: Fact): number {
  return Number.isFinite(high) ? high : low;
}

function isElided(value: Fact, general: Fact): boolean {
  return value.unit === '' && general.unit !== '' && value.nouns.length === 0;
}

/** Facts before a value among which the general one is, and tokens of its sentence that are read on each side. */
const FACTS_BEFORE = 4;
const SENTENCE_REACH = 60;

const casesIn = oncePer(({ tokens, facts }: SurfaceReading): readonly Case[] => {
  const plain = facts.map(({ fact }) => fact);
  return plain.flatMap((own, i) => {
    const near = plain.slice(Math.max(0, i - FACTS_BEFORE), i);
    const general = near.findLast((one) => one.to <= own.boundFrom && isAlternative(one, own, tokens));
    if (general === undefined) return [];
    const from = Math.max(general.to, own.boundFrom - REACH);
    const join = from + tokens.slice(from, own.boundFrom).findLastIndex(({ lower }) => JOINS.has(lower));
    if (join < from) return [];
    const before = tokens.slice(join + 1, own.boundFrom);
    if (before.some(({ lower }) => partOfSpeech(lower) === 'VERB')) return [];
    const named = keysOf(before);
    const behind = named.size > 0 ? [] : caseBehind(tokens, own.to);
    const said = new Set([...(named.size > 0 ? before : behind)]);
    const around = tokens.slice(Math.max(0, join - SENTENCE_REACH), join + SENTENCE_REACH);
    const others = keysOf(around.filter((token) => !said.has(token) && token.sentence === tokens[join]!.sentence));
    const keys = new Set([...keysOf([...said])].filter((key) => !others.has(key)));
    return keys.size === 0 ? [] : [{ general, own, keys }];
  });
});

/** Two values of one kind in a sentence, but no range: "between 10 and 12 euros", "two or three rooms". */
function isAlternative(general: Fact, own: Fact, tokens: readonly Token[]): boolean {
  const isOfOneKind = general.unit === own.unit ? general.kind === own.kind : isElided(own, general);
  const isCounted =
    general.kind !== 'ordinal' &&
    (general.unit !== '' || (general.nouns.length > 0 && !JOINS.has(tokens[general.to]!.lower)));
  const isRange = /^(?:between|from)$/.test(tokens[general.boundFrom - 1]?.lower ?? '');
  const isApart = general.low !== own.low || general.high !== own.high;
  return (
    isOfOneKind && isCounted && isApart && !isRange && tokens[general.from]!.sentence === tokens[own.from]!.sentence
  );
}

/** The words of the case behind its value: "if the insured person was in hospital". */
function caseBehind(tokens: readonly Token[], from: number): readonly Token[] {
  const behind = tokens.slice(from, from + SENTENCE_REACH);
  const opens = behind.findIndex(({ lower }) => OPENERS.has(lower) || ENDS.has(lower));
  if (opens < 0 || opens > COUNTED || !OPENERS.has(behind[opens]!.lower)) return [];
  const { sentence } = behind[opens]!;
  const end = behind.findIndex((token, at) => at > opens && (token.sentence !== sentence || ENDS.has(token.lower)));
  return behind.slice(opens + 1, end < 0 ? behind.length : end);
}

function keysOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(contentKeys(tokens));
}
