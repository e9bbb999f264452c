import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Label } from '../../src/evaluation/labelled-rows.ts';
import type { Verdict } from '../../src/index.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';

export const MODEL_FOLDER = join(PACKAGE_ROOT, 'models/claim-nli');
export const FIGURES_FOLDER = join(MODEL_FOLDER, 'figures');

export interface ClaimRow {
  readonly id: string;
  readonly label: Label;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly supported: number;
  /** Equal for claims of one set with near-duplicate sources: they are resampled together. */
  readonly source: number;
  /** Contrast set only: the kind of change, and the pair. */
  readonly category?: string | undefined;
  readonly pair?: string | undefined;
}

export interface AnswerRow {
  readonly id: string;
  readonly outcome: string;
  readonly sentences: readonly SentenceRow[];
}

export interface SentenceRow {
  readonly label: Label;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly passes: boolean;
}

/** A claim against two sources, and whether a disagreement was reported. */
export interface DisagreeingRow extends Pick<ClaimRow, 'id' | 'verdict' | 'confidence'> {
  readonly label: 'disagree' | 'other_subject';
  readonly reported: boolean;
}

/** A claim against its source alone and among other sentences: the verdict and its confidence. */
export interface NeighbourRow {
  readonly id: string;
  readonly group: string;
  readonly label: Label;
  readonly alone: readonly [Verdict, number];
  readonly among: readonly (readonly [Verdict, number])[];
}

/** A claim against two editions, with the right verdict. */
export interface EditionRow extends Pick<ClaimRow, 'id' | 'label' | 'verdict' | 'confidence'> {}

/** The verdict of a claim, and whether it passes. */
export type AmongVerdict = readonly [Verdict, boolean];

/** A claim against its source alone, and among more and more sources of other claims. */
export interface AmongRow extends Pick<ClaimRow, 'id' | 'label' | 'source'> {
  readonly verdicts: readonly AmongVerdict[];
}

export type Rows<Row> = Readonly<Record<string, readonly Row[]>>;

/** Writes one row a line, so that a diff shows the rows that changed. */
export function writeRows<Row>(name: string, rows: Rows<Row>): void {
  const sets = Object.entries(rows).map(
    ([set, members]) => `${JSON.stringify(set)}: [\n${members.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
  );
  mkdirSync(FIGURES_FOLDER, { recursive: true });
  writeFileSync(join(FIGURES_FOLDER, `${name}.json`), `{\n${sets.join(',\n')}\n}\n`);
}

export function readJson<Value>(name: string): Value {
  return JSON.parse(readFileSync(join(FIGURES_FOLDER, `${name}.json`), 'utf8')) as Value;
}

export function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
