import type { Token } from '../../../text/index.ts';
import type { Fact, FactKind, Interval } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { slotKey } from '../lexicon/synonyms.ts';
import { type BoundMatch, intervalOf, isPlural } from './bounds.ts';

const MAX_NOUNS = 4;
/** Words that may appear between a number and what it counts. */
const TRANSPARENT = words(
  'of the all its their his her these those our - total or more less maximum max minimum upwards',
);
const ENDS_AFTER_NOUN = words('and or but , ; : ( )');
/** Clause and counted noun lie no further apart than this. */
const REACH = 3;

/** The content words right after a number: what it counts by slot, one past the last of them, and whether one is a plural. */
function countedNouns(tokens: readonly Token[], at: number) {
  const nouns: string[] = [];
  let plural = false;
  let end = at;
  for (let i = at; i < tokens.length && nouns.length < MAX_NOUNS; i++) {
    const token = tokens[i]!;
    if (token.lemma !== '') {
      nouns.push(slotKey(token.lemma));
      plural ||= isPlural(token.lower);
      end = i + 1;
    } else if (!TRANSPARENT.has(token.lower) || (ENDS_AFTER_NOUN.has(token.lower) && nouns.length > 0)) break;
  }
  return { nouns, end, plural };
}

/** "Uzbekistan 4 deaths" counts; "Fallout 76 received reviews" does not: a plural comes at once or after modifiers. */
export function countsSomething(tokens: readonly Token[], at: number): boolean {
  for (let i = at; i < at + REACH; i++) {
    const token = tokens[i];
    if (token === undefined || token.lemma === '' || !/^\p{Ll}/u.test(token.text)) return false;
    if (isPlural(token.lower) || /^(?:percent|million|billion|thousand)$/.test(token.lower)) return true;
    if (/(?:ed|was|had)$/.test(token.lower)) return false;
  }
  return false;
}

/** A fact before its bound, phrase and nouns are worked out; values are in the canonical unit. */
export interface RawFact {
  readonly kind: FactKind;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  /** '' by default, as for what has no unit. */
  readonly statedUnit?: string;
  /** The number before its unit, '' by default. */
  readonly written?: string;
  /** 1 by default, as for whole numbers. */
  readonly step?: number;
  readonly roundStep?: number;
  readonly from: number;
  readonly to: number;
  readonly bound?: BoundMatch | undefined;
  /** Hedge words in front belong to the phrase shown. */
  readonly shownFrom?: number;
  /** The counted noun, where it precedes the number: "season 7". */
  readonly nouns?: readonly string[];
  readonly implied?: readonly string[];
  readonly outer?: readonly [number, number] | undefined;
  readonly zone?: number | undefined;
}

/** The `outer` of a fact that excludes no value. */
export const SILENT = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

const ABOUT_OUTER_SHARE = 0.2;
const MAX_PHRASE = 70;
function outerOf(raw: RawFact, interval: Interval): readonly [number, number] {
  if (raw.outer !== undefined) return raw.outer;
  if (raw.bound?.bound !== 'about') return [interval.low, interval.high];
  const slack = Math.max(Math.abs(raw.low), Math.abs(raw.high)) * ABOUT_OUTER_SHARE;
  return [raw.low - slack, raw.high + slack];
}

function phraseOf(text: string, start: number, end: number): string {
  const phrase = text
    .slice(start, end)
    .replace(/[\s*_`#]+/g, ' ')
    .trim();
  return phrase.length <= MAX_PHRASE ? phrase : `${phrase.slice(0, MAX_PHRASE - 1)}…`;
}

const HEADS = words('head person piece visit stay trip ride ticket seat room');

/** The words after "per", "for each", and "a" of a few words, by slot: "per stay", "a head", "per user and month". */
function paidPer(tokens: readonly Token[], at: number, isPaid: boolean): readonly string[] {
  const [first = '', second = ''] = [tokens[at]?.lower, tokens[at + 1]?.lower];
  if (isPaid && first === 'and' && second === 'per') return paidPer(tokens, at + 1, isPaid);
  const isEach = first === 'for' && /^(?:each|every)$/.test(second);
  const isPer = first === 'per' || isEach || (isPaid ? /^(?:and|a)$/.test(first) : first === 'a' && HEADS.has(second));
  const noun = isEach ? at + 2 : at + 1;
  const lemma = tokens[noun]?.lemma ?? '';
  return isPer && lemma !== '' ? [slotKey(lemma), ...paidPer(tokens, noun + 1, true)] : [];
}

/** Completes a raw fact: applies its bound, finds what is counted, and cuts the phrase a reader is shown. */
export function toFact(text: string, tokens: readonly Token[], raw: RawFact): Fact {
  const counted = countedNouns(tokens, raw.to);
  const shownNouns = raw.unit === 'date' || raw.kind === 'identifier' ? raw.to : counted.end;
  const interval = intervalOf(raw.low, raw.high, raw.bound);
  const [outerLow, outerHigh] = outerOf(raw, interval);
  // Every property by name: an object that begins with a spread takes ten times as long to make.
  return {
    low: interval.low,
    high: interval.high,
    lowOpen: interval.lowOpen,
    highOpen: interval.highOpen,
    kind: raw.kind,
    start: tokens[raw.from]!.start,
    end: tokens[raw.to - 1]!.end,
    phrase: phraseOf(text, tokens[raw.shownFrom ?? raw.from]!.start, tokens[Math.max(shownNouns, raw.to) - 1]!.end),
    bound: raw.bound?.bound ?? 'exact',
    unit: raw.unit,
    statedUnit: raw.statedUnit ?? '',
    written: raw.written ?? '',
    step: raw.step ?? 1,
    roundStep: raw.roundStep ?? 1,
    nouns: raw.nouns ?? counted.nouns,
    plural: counted.plural,
    from: raw.from,
    to: raw.to,
    boundFrom: raw.shownFrom ?? raw.from,
    implied: raw.implied ?? [],
    outerLow,
    outerHigh,
    per: raw.kind === 'money' ? paidPer(tokens, raw.to, raw.unit?.includes('/') === true) : [],
    zone: raw.zone,
  };
}
