import { bootstrapAll } from '../../src/evaluation/bootstrap.ts';
import { type Judged, type MeasuredClaim, SURE } from '../neighbours/changes.ts';
import { bootstrap, counted, type FigureOptions, type Group, named, share } from './figure.ts';
import { type NeighbourRow, rounded } from './rows.ts';

export function neighboursGroup(claims: readonly NeighbourRow[], options: FigureOptions): Group {
  const all = claims.flatMap(({ group, label, alone, among }) =>
    among.map((one) => ({ group, label, alone, among: one })),
  );
  const changes = ({ alone, among }: (typeof all)[number]) => alone[0] !== among[0];
  const measure = ([only]: readonly (readonly (typeof all)[number][])[]) => [
    share(only!, changes),
    share(only!, ({ label, among }) => label === among[0]),
  ];
  const estimates = bootstrapAll({ groups: [all], clusterOf: ({ group }) => group, measure }, bootstrap(options));
  const isSure = ({ alone, among }: (typeof all)[number]) => Math.max(alone[1], among[1]) >= SURE;
  return {
    rows: all.length,
    figures: {
      ...named(['changed', 'right'], estimates),
      changedSure: counted(all, (one) => changes(one) && isSure(one)),
    },
  };
}

export function toNeighbourRow({ id, group, label, alone, among }: MeasuredClaim): NeighbourRow {
  const toPair = ({ verdict, confidence }: Judged) => [verdict, rounded(confidence)] as const;
  return { id, group, label, alone: toPair(alone), among: among.map(toPair) };
}
