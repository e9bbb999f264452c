import type { SourceFormat } from '../contract/answer-request.ts';
import { VERDICTS, type Verdict } from '../contract/verify.ts';

/** NOT_SUPPORTED is the second label of two-way sets: contradicted or unverifiable, without saying which. */
export const LABELS = [...VERDICTS, 'NOT_SUPPORTED'] as const;
export type Label = (typeof LABELS)[number];

export interface LabelledRow {
  readonly set: string;
  readonly id: string;
  readonly claim: string;
  readonly source: string;
  readonly format?: SourceFormat | undefined;
  readonly label: Label;
  readonly category?: string | undefined;
  /** Id shared by an unaltered claim (label SUPPORTED) and its altered version (any other label), if the row has such a partner. */
  readonly pair?: string | undefined;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
  /** Probability or score of SUPPORTED, 0 to 1, used to rank rows. */
  readonly supported: number;
}

export type Outcome = Pick<LabelledRow, 'label'> & Pick<Judgement, 'verdict' | 'confidence' | 'supported'>;

export interface RowOutcome extends Outcome, Pick<LabelledRow, 'set' | 'category' | 'pair'> {
  /** Equal for rows of one set with near-duplicate sources: they are resampled together. */
  readonly sourceGroup: number;
}

export interface JudgedRow {
  readonly row: LabelledRow;
  readonly judgement: Judgement;
}

/** True if the verdict matches the label; UNSUPPORTED and UNCERTAIN both satisfy NOT_SUPPORTED. */
export function isRight(label: Label, verdict: Verdict): boolean {
  return label === 'NOT_SUPPORTED' ? verdict !== 'SUPPORTED' : verdict === label;
}

/** One NOT_SUPPORTED row makes a set two-way: its classes are then SUPPORTED and everything else. */
export function isTwoWay(outcomes: readonly { readonly label: Label }[]): boolean {
  return outcomes.some(({ label }) => label === 'NOT_SUPPORTED');
}

/** Values by key, keys and values in the order met. */
export function groupBy<Value, Key>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
