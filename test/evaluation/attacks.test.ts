import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/contract/verify.ts';
import type { Label, RowOutcome } from '../../src/evaluation/labelled-rows.ts';
import { attackScores } from '../../src/evaluation/summary.ts';
import { outcome, repeat } from '../support/outcomes.ts';

const options = { resamples: 200, seed: 1 };
let pairs = 0;

function pair(attack: string | undefined, twin: Verdict, altered: Verdict, sourceGroup = pairs): RowOutcome[] {
  pairs += 1;
  const row = (label: Label, verdict: Verdict) => ({
    ...outcome(label, verdict),
    set: 'set',
    sourceGroup,
    category: attack,
    pair: String(pairs),
  });
  return [row('SUPPORTED', twin), row('UNSUPPORTED', altered)];
}

describe('attackScores', () => {
  const rows = [
    ...pair('dates', 'SUPPORTED', 'UNSUPPORTED'),
    ...pair('dates', 'UNCERTAIN', 'UNCERTAIN'),
    ...pair('roles', 'SUPPORTED', 'SUPPORTED'),
    ...pair('roles', 'SUPPORTED', 'UNCERTAIN'),
  ];

  it('counts false SUPPORTED, false refusals and right pairs of each attack, the worst first, then of all pairs', () => {
    const shares = attackScores(rows, options).map((score) => [
      ...[score.attack, score.pairs, score.falseSupported.value],
      ...[score.falseRefusals.value, score.pairsRight.value],
    ]);
    expect(shares).toEqual([
      ['roles', 2, 0.5, 0, 0.5],
      ['dates', 2, 0, 0.5, 0.5],
      ['all pairs', 4, 0.25, 0.25, 0.5],
    ]);
  });

  it('does not call a pair right when both claims are refused, or both are supported', () => {
    const [score] = attackScores(
      [...pair('a', 'UNCERTAIN', 'UNCERTAIN'), ...pair('a', 'SUPPORTED', 'SUPPORTED')],
      options,
    );
    expect(score).toMatchObject({ pairs: 2, pairsRight: { value: 0, low: 0, high: 0 } });
  });

  it('keeps pairs of other sets apart, and leaves out rows without a partner', () => {
    const [twin, altered] = pair('dates', 'SUPPORTED', 'SUPPORTED');
    expect(attackScores([twin!, { ...altered!, set: 'other' }], options)).toEqual([]);
    expect(attackScores([twin!, { ...altered!, pair: undefined }], options)).toEqual([]);
    expect(attackScores(pair(undefined, 'SUPPORTED', 'SUPPORTED'), options)[0]!.attack).toBe('unnamed');
  });

  it('resamples sources: pairs of one source are not counted as so many witnesses', () => {
    const width = (groupOf: (index: number) => number) => {
      const of = repeat(20, 0).flatMap((_, index) =>
        pair('dates', 'SUPPORTED', index < 10 ? 'SUPPORTED' : 'UNCERTAIN', groupOf(index)),
      );
      const { low, high } = attackScores(of, options)[0]!.falseSupported;
      return high - low;
    };
    expect(width((index) => index)).toBeLessThan(width((index) => Math.floor(index / 5)));
  });
});
