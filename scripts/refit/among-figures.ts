import { isRight } from '../../src/evaluation/labelled-rows.ts';
import { type FigureOptions, type Group, measureRows, share } from './figure.ts';
import type { AmongRow } from './rows.ts';

/** The figures of claims among a number of sources: `place` counts the numbers of sources measured, from 0. */
export function amongGroup(rows: readonly AmongRow[], place: number, options: FigureOptions): Group {
  const measured = rows.map(({ label, source, verdicts }) => {
    const [verdict, passes] = verdicts[place]!;
    return { label, source, verdict, passes };
  });
  const figures = {
    accuracy: (all: readonly (typeof measured)[number][]) =>
      share(all, ({ label, verdict }) => isRight(label, verdict)),
    falsePass: (all: readonly (typeof measured)[number][]) =>
      share(
        all.filter(({ label }) => label !== 'SUPPORTED'),
        ({ passes }) => passes,
      ),
  };
  return { rows: rows.length, figures: measureRows(measured, { clusterOf: ({ source }) => source, figures }, options) };
}
