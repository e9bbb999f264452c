import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pMap from 'p-map';
import type { Label } from '../../src/evaluation/labelled-rows.ts';
import type { Verifier } from '../../src/index.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';
import type { Judged, MeasuredClaim } from './changes.ts';

const REGRESSION = join(PACKAGE_ROOT, 'test/regression');

interface Row {
  readonly id: string;
  readonly group: string;
  readonly claim: string;
  readonly label: Label;
  readonly grounding_source: string;
}

/**
 * Verifies each claim against its source alone, and with ten sentences about something else at a time before or after it.
 *
 * @param unrelated file of these sentences, one a line; default: those of the repository.
 */
export async function judgeNeighbours(
  verifier: Verifier,
  unrelated = join(REGRESSION, 'neighbours-unrelated.txt'),
): Promise<MeasuredClaim[]> {
  const others = linesOf(unrelated);
  const tens = Array.from({ length: others.length / 10 }, (_, i) => others.slice(10 * i, 10 * i + 10).join(' '));
  const rows = linesOf(join(REGRESSION, 'neighbours.jsonl')).map((line) => JSON.parse(line) as Row);
  const judge = async ({ id, group, claim, label, grounding_source: source }: Row): Promise<MeasuredClaim> => {
    const judged = (text: string): Promise<Judged> => verifier.verify({ claim, source: text });
    const among: Judged[] = [];
    for (const ten of tens) among.push(await judged(`${ten} ${source}`), await judged(`${source} ${ten}`));
    return { id, group, claim, label, alone: await judged(source), among };
  };
  return pMap(rows, judge, { concurrency: 16 });
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
