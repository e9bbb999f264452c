import { parseArgs } from 'node:util';
import { openScoreFile } from '../../src/cli/evaluation/score-file.ts';
import { createVerifier } from '../../src/index.ts';
import { changesReport } from './changes.ts';
import { judgeNeighbours } from './judge-neighbours.ts';

/**
 * Measures whether sentences about something else, ten at a time before or after the source of a claim, change its verdict: those of
 * the package, or of the file `--unrelated`, one a line.
 */
const { values } = parseArgs({ options: { scores: { type: 'string' }, unrelated: { type: 'string' } } });

const scores = values.scores === undefined ? undefined : openScoreFile(values.scores);
const verifier = await createVerifier({ maxQueueMs: Number.MAX_SAFE_INTEGER, ...(scores && { scoreStore: scores }) });
try {
  console.log(changesReport(await judgeNeighbours(verifier, values.unrelated)));
} finally {
  await verifier.close();
  scores?.close();
}
