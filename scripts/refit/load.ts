import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRows } from '../../src/cli/evaluation/load-rows.ts';
import { halvesOf, sourceGroups } from '../../src/evaluation/split.ts';
import type { Verdict } from '../../src/index.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { type DividedRow, HARD_SET, OWN_SETS, PUBLIC_SETS } from './sets.ts';

const REGRESSION = join(PACKAGE_ROOT, 'test/regression');

export function loadFitted(sets: string, signal: AbortSignal): Promise<DividedRow[]> {
  const given = [...PUBLIC_SETS, HARD_SET].map((set) => join(sets, `${set}.jsonl`));
  return load([...given, ...OWN_SETS.map((set) => join(REGRESSION, `${set}.jsonl`))], signal);
}

/** The pairs of the contrast set, which nothing is fitted to. */
export function loadContrast(signal: AbortSignal): Promise<DividedRow[]> {
  return load([join(PACKAGE_ROOT, 'scripts/contrast/contrast.jsonl')], signal);
}

async function load(inputs: readonly string[], signal: AbortSignal): Promise<DividedRow[]> {
  const { rows } = await loadRows({ inputs, limit: Number.POSITIVE_INFINITY, signal });
  const [halves, sources] = [halvesOf(rows), sourceGroups(rows)];
  return rows.map((row, index) => ({ row, half: halves[index]!, source: sources[index]! }));
}

/** An answer to check against several sources, with a label for each sentence; SKIP where no check is needed. */
export interface LabelledAnswer {
  readonly id: string;
  readonly answer: string;
  readonly sources: readonly { readonly id: string; readonly text: string }[];
  readonly sentences: readonly { readonly text: string; readonly label: string }[];
}

/** The answers of this repository and, if they are there, those of the folder `--sets`, by set. */
export function loadAnswers(sets: string): ReadonlyMap<string, readonly LabelledAnswer[]> {
  const files = [
    ['rag-answers', join(REGRESSION, 'rag-answers.jsonl')],
    ['answers', join(sets, 'answers.jsonl')],
  ] as const;
  return new Map(files.filter(([, path]) => existsSync(path)).map(([set, path]) => [set, readLines(path)]));
}

/** A claim with two sources that disagree about it, or with one that speaks of another subject. */
export interface DisagreeingSources extends Pick<LabelledAnswer, 'id' | 'sources'> {
  readonly claim: string;
  readonly label: 'disagree' | 'other_subject';
}

export function loadDisagreeing(): DisagreeingSources[] {
  return readLines(join(REGRESSION, 'disagreeing-sources.jsonl'));
}

/** A claim with two editions of a text, one of which says that it is replaced, or with two that only seem so. */
export interface ReplacedEdition extends Pick<LabelledAnswer, 'id' | 'sources'> {
  readonly claim: string;
  readonly verdict: Verdict;
}

export function loadReplaced(): ReplacedEdition[] {
  return readLines(join(REGRESSION, 'replaced-editions.jsonl'));
}

function readLines<Row>(path: string): Row[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}
