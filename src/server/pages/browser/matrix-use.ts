import type { MatrixResponse, TrailEntry } from './contract.ts';
import { locate, type Range, type Texts } from './spans.ts';

interface Verified extends Texts {
  /** The audit trail of the verdict about these texts. */
  readonly trail: readonly TrailEntry[];
}

/** Whether the verdict is based on a cell of the matrix: its audit trail names words of both spans together. */
export function usedCells(matrix: MatrixResponse, verified: Verified): (claim: number, source: number) => boolean {
  const claims = places(verified.claim, matrix.claim_spans);
  const sources = places(verified.source, matrix.source_spans);
  const pairs = locate(verified.trail, verified);
  return (c, s) => pairs.some(({ claim, source }) => overlap(claim, claims[c]) && overlap(source, sources[s]));
}

/** Where parts of a text stand that come in its order. */
function places(text: string, parts: readonly string[]): Range[] {
  let from = 0;
  return parts.map((part) => {
    const start = text.indexOf(part, from);
    from = start + part.length;
    return { start, end: from };
  });
}

function overlap(a: Range | undefined, b: Range | undefined): boolean {
  return a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;
}
