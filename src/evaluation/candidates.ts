import { meanOfKnown } from './bootstrap.ts';
import { accuracy, macroF1 } from './classification.ts';
import { type AuditEntry, groupBy, isTwoWay, type JudgedRow, type Outcome } from './labelled-rows.ts';
import { auroc } from './metrics.ts';
import { alignWithin } from './table.ts';

export interface CandidateScores {
  /** Candidates per claim span; 0: the verdict model scores all pairs. */
  readonly candidates: number;
  /** Of the premises that decide when all pairs are scored, the share that also decide here, at least in part. */
  readonly recall: number;
  /** Share of rows with the same verdict as with all pairs. */
  readonly agreement: number;
  /** Mean over sets. */
  readonly macroF1: number;
  readonly auroc: number;
  /** Mean over the sets that tell UNSUPPORTED from UNCERTAIN; NaN without one. */
  readonly threeWayAccuracy: number;
  /** Mean number of pairs per claim that the verdict model scores. */
  readonly verdictPairs: number;
  /** Time of a single claim; undefined when nothing was timed. */
  readonly times: CandidateTimes | undefined;
}

export interface CandidateTimes {
  readonly medianMs: number;
  readonly p95Ms: number;
}

export interface CandidateRun {
  readonly candidates: number;
  readonly judged: readonly JudgedRow[];
  /** For all rows together. */
  readonly verdictPairs: number;
  readonly times: CandidateTimes | undefined;
}

/** Compares a run with the run over all pairs; both have the same rows in the same order. */
export function scoreCandidates(run: CandidateRun, allPairs: readonly JudgedRow[]): CandidateScores {
  const { candidates, judged, verdictPairs, times } = run;
  const outcomes = judged.map(({ row, judgement }) => ({ set: row.set, label: row.label, ...judgement }));
  const sets = [...groupBy(outcomes, ({ set }) => set).values()];
  const meanOf = (groups: readonly (readonly Outcome[])[], measure: (rows: readonly Outcome[]) => number) =>
    meanOfKnown(groups.map(measure));
  return {
    candidates,
    recall: recallOfPremises(judged, allPairs),
    agreement: agreementOf(judged, allPairs),
    macroF1: meanOf(sets, macroF1),
    auroc: meanOf(sets, auroc),
    threeWayAccuracy: meanOf(
      sets.filter((rows) => !isTwoWay(rows)),
      accuracy,
    ),
    verdictPairs: verdictPairs / judged.length,
    times,
  };
}

function agreementOf(judged: readonly JudgedRow[], allPairs: readonly JudgedRow[]): number {
  const same = judged.filter(({ judgement }, i) => judgement.verdict === allPairs[i]!.judgement.verdict);
  return same.length / judged.length;
}

/** NaN when no premise decides with all pairs. */
function recallOfPremises(judged: readonly JudgedRow[], allPairs: readonly JudgedRow[]): number {
  let wanted = 0;
  let found = 0;
  for (const [i, { judgement }] of allPairs.entries()) {
    for (const entry of judgement.auditTrail) {
      if (entry.sourceSpan === undefined) continue;
      wanted += 1;
      if (judged[i]!.judgement.auditTrail.some((other) => isSamePremise(entry, other))) found += 1;
    }
  }
  return found / wanted;
}

/** Whether two entries are about the same claim span and overlapping source spans. */
function isSamePremise(left: AuditEntry, right: AuditEntry): boolean {
  return (
    left.claimSpan.start === right.claimSpan.start &&
    left.claimSpan.end === right.claimSpan.end &&
    left.sourceSpan !== undefined &&
    right.sourceSpan !== undefined &&
    left.sourceSpan.start < right.sourceSpan.end &&
    right.sourceSpan.start < left.sourceSpan.end
  );
}

/** Median and 95th percentile (measured values, not interpolated) of at least one time. */
export function timesOf(milliseconds: readonly number[]): CandidateTimes {
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return { medianMs: at(0.5), p95Ms: at(0.95) };
}

const COLUMNS = [
  'candidates',
  'premise recall',
  'same verdict',
  'macro-F1',
  'AUROC',
  'three-way accuracy',
  'verdict pairs per claim',
];

/** A table with one line per number of candidates, for a terminal. */
export function candidatesTable(scores: readonly CandidateScores[]): string {
  const isTimed = scores.some(({ times }) => times !== undefined);
  const lines = scores.map((line) => [
    line.candidates === 0 ? 'all' : String(line.candidates),
    ...[line.recall, line.agreement, line.macroF1, line.auroc, line.threeWayAccuracy].map(formatScore),
    line.verdictPairs.toFixed(1),
    ...(line.times === undefined ? [] : [line.times.medianMs.toFixed(0), line.times.p95Ms.toFixed(0)]),
  ]);
  return alignWithin([[...COLUMNS, ...(isTimed ? ['median ms', 'p95 ms'] : [])], ...lines], { heads: 1 });
}

function formatScore(value: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(3);
}
