import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChunkLines } from '../../src/jobs/chunk-lines.ts';
import { verifyChunk } from '../../src/jobs/verify-chunk.ts';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { CLAIMS, type RowVerifier } from '../../src/rows/row-kind.ts';
import { fakeBatchVerifier } from '../support/fake-batch-verifier.ts';
import { claims, rowsOf } from './support/job-tests.ts';

describe('a chunk', () => {
  afterEach(() => vi.restoreAllMocks());

  it('may have many rows under way, each of which listens for the end, without a warning of Node', async () => {
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const fake = fakeBatchVerifier();
    const verifier: RowVerifier = {
      ...fake,
      verify: async (input, caller) => {
        caller?.signal?.addEventListener('abort', () => undefined);
        return fake.verify(input);
      },
    };
    const rows: InputRow[] = [];
    for await (const row of rowsOf(claims(50))) rows.push(row);
    const lines = new ChunkLines({ row: 0, output: '' });
    const result = await verifyChunk(
      {
        jobId: 'a',
        chunk: 0,
        client: 'a',
        kind: 'claims',
        rows,
        attempt: 1,
        progress: { row: 0, starts: 0, output: '' },
      },
      {
        ...{ verifier, kind: CLAIMS, signal: new AbortController().signal, lines },
        ...{ concurrency: 50, beginRow: async () => undefined },
      },
    );
    expect(result.errors).toEqual({ invalid_request: 7 });
    await new Promise(setImmediate);
    expect(emitted).not.toHaveBeenCalled();
  });
});
