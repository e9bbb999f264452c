import { counted, type FigureOptions, type Group, measureRows, share } from './figure.ts';
import type { Judged, MeasuredClaim } from './judge-neighbours.ts';
import { type NeighbourRow, rounded } from './rows.ts';

/** The confidence from which on someone may have acted on a verdict. */
const SURE = 0.7;

export function neighboursGroup(claims: readonly NeighbourRow[], options: FigureOptions): Group {
  const all = claims.flatMap(({ group, label, alone, among }) =>
    among.map((one) => ({ group, label, alone, among: one })),
  );
  const changes = ({ alone, among }: (typeof all)[number]) => alone[0] !== among[0];
  const isSure = ({ alone, among }: (typeof all)[number]) => Math.max(alone[1], among[1]) >= SURE;
  const shares = measureRows(
    all,
    {
      clusterOf: ({ group }) => group,
      figures: {
        changed: (rows) => share(rows, changes),
        right: (rows) => share(rows, ({ label, among }) => label === among[0]),
      },
    },
    options,
  );
  return {
    rows: all.length,
    figures: {
      ...shares,
      changedSure: counted(all, (one) => changes(one) && isSure(one)),
    },
  };
}

export function toNeighbourRow({ id, group, label, alone, among }: MeasuredClaim): NeighbourRow {
  const toPair = ({ verdict, confidence }: Judged) => [verdict, rounded(confidence)] as const;
  return { id, group, label, alone: toPair(alone), among: among.map(toPair) };
}
