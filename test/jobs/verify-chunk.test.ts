import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChunkLines, verifyChunk } from '../../src/jobs/verify-chunk.ts';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { CLAIMS } from '../../src/rows/row-kind.ts';
import type { Verifier } from '../../src/verifier.ts';
import { fakeBatchVerifier } from '../support/fake-batch-verifier.ts';
import { claims, rowsOf } from './support/job-tests.ts';

async function verify(columns: ReturnType<typeof claims>, verifier: Verifier) {
  const rows: InputRow[] = [];
  for await (const row of rowsOf(columns)) rows.push(row);
  const progress = { row: 0, starts: 0, output: '' };
  return verifyChunk(
    { jobId: 'a', chunk: 0, client: 'a', kind: 'claims', rows, attempt: 1, progress },
    {
      ...{ verifier, kind: CLAIMS, signal: new AbortController().signal },
      ...{ concurrency: 50, beginRow: async () => undefined, lines: new ChunkLines({ row: 0, output: '' }) },
    },
  );
}

describe('a chunk', () => {
  afterEach(() => vi.restoreAllMocks());

  it('of rows that are refused at once lets others have their turn between them', async () => {
    let now = 1e9;
    vi.spyOn(performance, 'now').mockImplementation(() => ++now);
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const refused = Array.from({ length: 200 }, (_, id) => ({ id, claim: '', grounding_source: 'x' }));
    const result = await verify(refused, fakeBatchVerifier());
    clearImmediate(counting);
    expect(result.errors).toEqual({ invalid_request: 200 });
    expect(turns).toBeGreaterThanOrEqual(200);
  });

  it('may have many rows under way, each of which listens for the end, without a warning of Node', async () => {
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const fake = fakeBatchVerifier();
    const verifier: Verifier = {
      ...fake,
      verify: async (input, caller) => {
        caller?.signal?.addEventListener('abort', () => undefined);
        return fake.verify(input);
      },
    };
    const result = await verify(claims(50), verifier);
    expect(result.errors).toEqual({ invalid_request: 7 });
    await new Promise(setImmediate);
    expect(emitted).not.toHaveBeenCalled();
  });
});
