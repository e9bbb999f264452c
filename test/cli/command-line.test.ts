import { describe, expect, it } from 'vitest';
import { counted, keptPairs, stopSignal } from '../../src/cli/command-line.ts';

describe('a run that a signal stops', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('reports after %s what is kept', (name) => {
    const before = process.listeners(name);
    const signal = stopSignal('--resume goes on from here');
    const added = process.listeners(name).filter((listener) => !before.includes(listener));
    expect(added).toHaveLength(1);
    added[0]!(name);
    expect(signal.aborted).toBe(true);
    expect((signal.reason as Error).message).toBe(`Stopped by ${name}; --resume goes on from here.`);
  });

  it('keeps pairs only where there is a file for them', () => {
    expect(keptPairs('all.scores')).toContain('were kept in all.scores');
    expect(keptPairs(undefined)).toMatch(/^nothing of this run was kept/);
    expect(keptPairs(undefined) + keptPairs('x')).not.toContain('--resume');
  });
});

it('counts one row and several rows', () => {
  expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
});
