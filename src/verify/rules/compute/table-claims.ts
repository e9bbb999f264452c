import type { Table } from '../../../text/index.ts';
import type { SurfaceReading } from '../reading.ts';
import { cellClaim } from './cells.ts';
import { comparisonClaim, directionClaim } from './comparisons.ts';
import type { Computed } from './computed.ts';
import { differenceClaim } from './differences.ts';
import { extremeClaim } from './extremes.ts';
import { type Mentions, mentionsOf } from './mentions.ts';
import { quantifiedClaim } from './quantified.ts';
import { totalClaim } from './totals.ts';

/** In the order in which they are tried. */
const CLAIMS: readonly ((mentions: Mentions) => Computed | undefined)[] = [
  quantifiedClaim,
  extremeClaim,
  comparisonClaim,
  directionClaim,
  differenceClaim,
  cellClaim,
  totalClaim,
];

/** The result of the first table that settles a claim span. */
export function tableClaim(claim: SurfaceReading, tables: readonly Table[]): Computed | undefined {
  for (const table of tables) {
    const mentions = mentionsOf(claim, table);
    if (mentions === undefined) continue;
    for (const read of CLAIMS) {
      const found = read(mentions);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
