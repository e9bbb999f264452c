import type { Token } from '../../../text/index.ts';
import type { Fact, FactKind, Interval } from '../findings.ts';
import type { BoundMatch } from './bounds.ts';
import { countedNouns } from './counted-nouns.ts';
import { intervalOf } from './intervals.ts';

/** A fact before its bound, phrase and nouns are worked out; values are in the canonical unit. */
export interface RawFact {
  readonly kind: FactKind;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  /** '' by default, as for what has no unit. */
  readonly statedUnit?: string;
  /** 1 by default, as for whole numbers. */
  readonly step?: number;
  readonly roundStep?: number;
  readonly from: number;
  readonly to: number;
  readonly bound?: BoundMatch | undefined;
  /** Hedge words in front belong to the phrase shown. */
  readonly shownFrom?: number;
  /** What is counted, where it stands before the number: "season 7". */
  readonly nouns?: readonly string[];
  readonly implied?: readonly string[];
  readonly outer?: readonly [number, number] | undefined;
}

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
  };
}
