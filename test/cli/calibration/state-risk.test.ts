import { describe, expect, it } from 'vitest';
import type { ExaminedRow } from '../../../src/calibration/fit-calibration.ts';
import { assertEnoughSources, stateRisk } from '../../../src/cli/calibration/state-risk.ts';
import type { Label, LabelledRow } from '../../../src/evaluation/labelled-rows.ts';
import { DEFAULT_CALIBRATION } from '../../../src/index.ts';
import { spanWith } from '../../verify/support/examined-span.ts';

interface Row {
  readonly labelled: LabelledRow;
  readonly examined: ExaminedRow;
}

/** A row that the default calibration calls SUPPORTED, clearly or hardly, about its own source. */
function row(index: number, label: Label, isSure = true): Row {
  const evidence = isSure ? 6 : 1;
  const source = `Fact ${String.fromCharCode(97 + (index % 26), 97 + ((index / 26) % 26), 97 + index / 676)} is known.`;
  const given = { passage_entailment: evidence, sentence_entailment: evidence, passage_contradiction: -evidence };
  return {
    labelled: { set: 'mine', id: String(index), claim: 'x', source, label },
    examined: { set: 'mine', label, spans: [spanWith(given)] },
  };
}

const rows = (count: number, label: Label, from = 0, isSure = true) =>
  Array.from({ length: count }, (_, index) => row(from + index, label, isSure));

function state(all: readonly Row[], maxWrong = 0.05) {
  const divided = <Value>(of: (one: Row) => Value) => ({ tuning: all.map(of), reporting: all.map(of) });
  return stateRisk(
    divided(({ labelled }) => labelled),
    divided(({ examined }) => examined),
    { calibration: DEFAULT_CALIBRATION, maxWrong },
  );
}

describe('stateRisk', () => {
  it('states the confidence, coverage and rows of the held-out half', () => {
    const { minConfidence, risk } = state([...rows(60, 'SUPPORTED'), ...rows(40, 'UNCERTAIN', 60, false)]);
    expect(risk).toEqual({ max_wrong: 0.05, coverage: 0.6, rows: 100 });
    expect(minConfidence).toBeGreaterThan(0.6);
  });

  it('counts a source once', () => {
    const twice = rows(60, 'SUPPORTED').flatMap((one) => [one, one]);
    expect(state(twice).risk).toMatchObject({ rows: 60, coverage: 1 });
  });

  it.each([
    [0.05, 58, 'It needs 59 right answers that pass in the held-out half, each from another source: about 118'],
    [0.1, 28, 'It needs 29 right answers'],
  ])('refuses too few sources for %d with the number that is needed', (maxWrong, count, words) => {
    const reporting = rows(count, 'SUPPORTED').map(({ labelled }) => labelled);
    expect(() => assertEnoughSources({ tuning: [], reporting }, maxWrong)).toThrow(words);
    const enough = rows(count + 1, 'SUPPORTED').map(({ labelled }) => labelled);
    expect(() => assertEnoughSources({ tuning: [], reporting: enough }, maxWrong)).not.toThrow();
  });

  it('refuses where too few answers are SUPPORTED, with the labels that the share of them asks for', () => {
    const unsupported = rows(42, 'UNSUPPORTED', 58).map(({ labelled, examined }) => ({
      labelled,
      examined: { ...examined, spans: [spanWith({ passage_contradiction: 9, sentence_contradiction: 9 })] },
    }));
    expect(() => state([...rows(58, 'SUPPORTED'), ...unsupported])).toThrow('about 204 labeled sources in all');
  });

  it('refuses where too many are wrong, and says whether more rows would help', () => {
    expect(() => state([...rows(97, 'SUPPORTED'), ...rows(3, 'UNCERTAIN', 97)])).toThrow(/needs \d+ answers that pass/);
    expect(() => state([...rows(80, 'SUPPORTED'), ...rows(20, 'UNCERTAIN', 80)])).toThrow('More rows do not help');
  });
});
