import type { BoundHit } from './bounds.ts';
import { intervalOf } from './bounds.ts';
import { slotKey } from './lexicon/synonyms.ts';
import type { Token } from './tokens.ts';
import type { Fact, FactKind, Interval } from './types.ts';

/** A fact before its hedge, phrase and nouns are worked out; values are in the canonical unit. */
export interface Draft {
  readonly kind: FactKind;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  readonly statedUnit: string;
  readonly step: number;
  readonly roundStep: number;
  readonly from: number;
  readonly to: number;
  readonly hedge?: BoundHit | undefined;
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

function outerOf(draft: Draft, interval: Interval): readonly [number, number] {
  if (draft.outer !== undefined) return draft.outer;
  if (draft.hedge?.bound !== 'about') return [interval.low, interval.high];
  const slack = Math.max(Math.abs(draft.low), Math.abs(draft.high)) * ABOUT_OUTER_SHARE;
  return [draft.low - slack, draft.high + slack];
}

function phraseOf(text: string, start: number, end: number): string {
  const phrase = text
    .slice(start, end)
    .replace(/[\s*_`#]+/g, ' ')
    .trim();
  return phrase.length <= MAX_PHRASE ? phrase : `${phrase.slice(0, MAX_PHRASE - 1)}…`;
}

/** Completes a draft: applies its hedge, finds what is counted, and cuts the phrase a reader is shown. */
export function finish(text: string, tokens: readonly Token[], draft: Draft): Fact {
  const counted = countedNouns(tokens, draft.to);
  const start = tokens[draft.from]!.start;
  const end = tokens[draft.to - 1]!.end;
  const shownNouns = draft.unit === 'date' || draft.kind === 'identifier' ? draft.to : counted.end;
  const interval = intervalOf(draft.low, draft.high, draft.hedge);
  const [outerLow, outerHigh] = outerOf(draft, interval);
  return {
    low: interval.low,
    high: interval.high,
    lowOpen: interval.lowOpen,
    highOpen: interval.highOpen,
    kind: draft.kind,
    start,
    end,
    phrase: phraseOf(
      text,
      tokens[draft.shownFrom ?? draft.from]!.start,
      tokens[Math.max(shownNouns, draft.to) - 1]!.end,
    ),
    bound: draft.hedge?.bound ?? 'exact',
    unit: draft.unit,
    statedUnit: draft.statedUnit,
    step: draft.step,
    roundStep: draft.roundStep,
    nouns: draft.nouns ?? counted.nouns,
    from: draft.from,
    to: draft.to,
    implied: draft.implied ?? [],
    outerLow,
    outerHigh,
  };
}
