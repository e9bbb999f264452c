import { describe, expect, it } from 'vitest';
import { logReady } from '../../../src/server/lifecycle/startup-log.ts';
import { FAKE_EVIDENCE, FAKE_INFO } from '../../support/fake-verifier.ts';

describe('the log of the start', () => {
  it('has a warning for every notice, then one line of the models', () => {
    const lines: unknown[] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line), info: (...line: unknown[]) => lines.push(line) };
    const notices = ['It reads all pairs.', 'Fitted with 4 candidates.'];
    const model = { ...FAKE_INFO.model, providerFallback: 'no CUDA' };
    logReady(log, { ...FAKE_INFO, model, evidenceModel: FAKE_EVIDENCE, candidates: 6, notices });
    const models = { model: 'fake-nli', evidenceModel: 'fake-compact', candidates: 6 };
    expect(lines).toEqual([
      ['It reads all pairs.'],
      ['Fitted with 4 candidates.'],
      [{ ...models, provider: 'cpu', providerFallback: 'no CUDA' }, 'ready'],
    ]);
  });
});
