import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pMap from 'p-map';
import type { Label } from '../../src/evaluation/labelled-rows.ts';
import type { Verdict, Verifier } from '../../src/index.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';

const REGRESSION = join(PACKAGE_ROOT, 'test/regression');

/** A claim, its verdict next to its source alone, and next to the source with other sentences before or after it. */
export interface MeasuredClaim {
  readonly id: string;
  /** The same for claims of one source. */
  readonly group: string;
  readonly label: Label;
  readonly alone: Judged;
  readonly among: readonly Judged[];
}

export interface Judged {
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
}

interface Row {
  readonly id: string;
  readonly group: string;
  readonly claim: string;
  readonly label: Label;
  readonly grounding_source: string;
}

/** Verifies each claim against its source alone, and with ten sentences about something else at a time before or after it. */
export async function judgeNeighbours(verifier: Verifier): Promise<MeasuredClaim[]> {
  const others = linesOf(join(REGRESSION, 'neighbours-unrelated.txt'));
  const tens = Array.from({ length: others.length / 10 }, (_, i) => others.slice(10 * i, 10 * i + 10).join(' '));
  const rows = linesOf(join(REGRESSION, 'neighbours.jsonl')).map((line) => JSON.parse(line) as Row);
  const judge = async ({ id, group, claim, label, grounding_source: source }: Row): Promise<MeasuredClaim> => {
    const judged = (text: string): Promise<Judged> => verifier.verify({ claim, source: text });
    const among: Judged[] = [];
    for (const ten of tens) among.push(await judged(`${ten} ${source}`), await judged(`${source} ${ten}`));
    return { id, group, label, alone: await judged(source), among };
  };
  return pMap(rows, judge, { concurrency: 16 });
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
