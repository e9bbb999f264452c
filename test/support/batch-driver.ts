/** A process of its own that verifies a file with the fake verifier and never comes to its end: made to be killed. */

import { verifyFile } from '../../src/cli/batch/verify-file.ts';
import { WIDE_BOUNDS } from '../../src/rows/row-bounds.ts';
import { CLAIMS } from '../../src/rows/row-kind.ts';
import { fakeBatchVerifier } from './fake-batch-verifier.ts';

const STALLS_AT_CALL = 3500;
const MAX_QUEUE_MS = 600_000;

const [input = '', output = ''] = process.argv.slice(2);
const format = output.endsWith('.csv') ? 'csv' : 'jsonl';
await verifyFile(
  {
    kind: CLAIMS,
    bounds: WIDE_BOUNDS,
    input,
    output,
    inputFormat: format,
    outputFormat: format,
    escapeFormulas: false,
    concurrency: 8,
    resume: false,
  },
  {
    openVerifier: async () => fakeBatchVerifier(stall),
    stderr: process.stderr,
    signal: new AbortController().signal,
  },
);

function stall(_: unknown, call: number): unknown {
  return call < STALLS_AT_CALL ? undefined : new Promise((resolve) => setTimeout(resolve, MAX_QUEUE_MS));
}
