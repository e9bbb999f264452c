import type { Token } from '../../../text/tokens.ts';
import { slotKey } from '../lexicon/synonyms.ts';
import type { Fact, FactKind, Interval } from '../types.ts';
import type { BoundMatch } from './bounds.ts';
import { intervalOf } from './bounds.ts';

/** A fact before its hedge, phrase and nouns are worked out; values are in the canonical unit. */
export interface RawFact {
  readonly kind: FactKind;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  readonly statedUnit: string;
  readonly step: number;
  readonly roundStep: number;
  readonly from: number;
  readonly to: number;
  readonly hedge?: BoundMatch | undefined;
  /** Hedge words in front belong to the phrase shown. */
  readonly shownFrom?: number;
  /** What is counted, where it stands before the number: "season 7". */
  readonly nouns?: readonly string[];
  readonly implied?: readonly string[];
  readonly outer?: readonly [number, number] | undefined;
}

const MAX_NOUNS = 4;
/** Words that may stand between a number and what it counts. */
const TRANSPARENT = /^(?:of|the|all|its|their|his|her|these|those|our|-|total|or|more|less)$/;
const CLAUSE_WORD = /^(?:and|or|but|,|;|:|\(|\))$/;
const ABOUT_OUTER_SHARE = 0.2;
const MAX_PHRASE = 70;

interface Counted {
  readonly nouns: readonly string[];
  readonly end: number;
}

/** The content words right after a number: what it counts, with their modifiers. */
function countedNouns(tokens: readonly Token[], at: number): Counted {
  const nouns: string[] = [];
  let end = at;
  for (let i = at; i < tokens.length && nouns.length < MAX_NOUNS; i++) {
    const token = tokens[i]!;
    if (token.lemma !== '') {
      nouns.push(slotKey(token.lemma));
      end = i + 1;
    } else if (!TRANSPARENT.test(token.lower) || (CLAUSE_WORD.test(token.lower) && nouns.length > 0)) break;
  }
  return { nouns, end };
}

function outerOf(raw: RawFact, interval: Interval): readonly [number, number] {
  if (raw.outer !== undefined) return raw.outer;
  if (raw.hedge?.bound !== 'about') return [interval.low, interval.high];
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

/** Completes a raw fact: applies its hedge, finds what is counted, and cuts the phrase a reader is shown. */
export function toFact(text: string, tokens: readonly Token[], raw: RawFact): Fact {
  const counted = countedNouns(tokens, raw.to);
  const start = tokens[raw.from]!.start;
  const end = tokens[raw.to - 1]!.end;
  const shownNouns = raw.unit === 'date' || raw.kind === 'identifier' ? raw.to : counted.end;
  const interval = intervalOf(raw.low, raw.high, raw.hedge);
  const [outerLow, outerHigh] = outerOf(raw, interval);
  return {
    low: interval.low,
    high: interval.high,
    lowOpen: interval.lowOpen,
    highOpen: interval.highOpen,
    kind: raw.kind,
    start,
    end,
    phrase: phraseOf(text, tokens[raw.shownFrom ?? raw.from]!.start, tokens[Math.max(shownNouns, raw.to) - 1]!.end),
    bound: raw.hedge?.bound ?? 'exact',
    unit: raw.unit,
    statedUnit: raw.statedUnit,
    step: raw.step,
    roundStep: raw.roundStep,
    nouns: raw.nouns ?? counted.nouns,
    from: raw.from,
    to: raw.to,
    implied: raw.implied ?? [],
    outerLow,
    outerHigh,
  };
}
