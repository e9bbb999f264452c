import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pMapIterable } from 'p-map';
import { openScoreFile } from '../../src/cli/evaluation/score-file.ts';
import type { Label } from '../../src/evaluation/labelled-rows.ts';
import { createVerifier } from '../../src/index.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { changesReport, type Judged, type MeasuredClaim } from './changes.ts';

/**
 * Whether sentences about something else, ten at a time before or behind the source of a claim, change its verdict: those of
 * the package, or of the file `--unrelated`, one a line.
 */
const { values } = parseArgs({ options: { scores: { type: 'string' }, unrelated: { type: 'string' } } });

interface Row {
  readonly id: string;
  readonly claim: string;
  readonly label: Label;
  readonly grounding_source: string;
}

const REGRESSION = join(PACKAGE_ROOT, 'test/regression');
const ROWS = linesOf(join(REGRESSION, 'neighbours.jsonl')).map((line) => JSON.parse(line) as Row);
const OTHERS = linesOf(values.unrelated ?? join(REGRESSION, 'neighbours-unrelated.txt'));
const TENS = Array.from({ length: OTHERS.length / 10 }, (_, i) => OTHERS.slice(10 * i, 10 * i + 10).join(' '));

const scores = values.scores === undefined ? undefined : openScoreFile(values.scores);
const verifier = await createVerifier({ maxQueueMs: Number.MAX_SAFE_INTEGER, ...(scores && { scoreStore: scores }) });
try {
  const measured: MeasuredClaim[] = [];
  for await (const claim of pMapIterable(ROWS, measure, { concurrency: 16 })) measured.push(claim);
  console.log(changesReport(measured));
} finally {
  await verifier.close();
  scores?.close();
}

async function measure({ id, claim, label, grounding_source: source }: Row): Promise<MeasuredClaim> {
  const judge = (text: string): Promise<Judged> => verifier.verify({ claim, source: text });
  const among: Judged[] = [];
  for (const others of TENS) among.push(await judge(`${others} ${source}`), await judge(`${source} ${others}`));
  return { id, claim, label, alone: await judge(source), among };
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
