import { firstIndex } from '../../text/index.ts';
import { endOf, placesOf, type QuotationIndex, rarestOf, type WordRun } from './quotation-index.ts';
import { isWrittenAs, type QuotationPart } from './quotation-parts.ts';

/**
 * Where the parts of a quotation stand word for word in one source, each behind the one before; the first place of each
 * that can be. `undefined` when they do not.
 */
export function copiesIn(
  index: QuotationIndex,
  parts: readonly QuotationPart[],
  source: number,
): WordRun[] | undefined {
  const copies: WordRun[] = [];
  for (const part of parts) {
    const from = (copies.at(-1)?.last ?? index.firsts[source]! - 1) + 1;
    const first = firstCopy(index, part, { from, end: endOf(index, source) });
    if (first === undefined) return undefined;
    copies.push({ first, last: first + part.ids.length - 1 });
  }
  return copies;
}

interface Bounds {
  readonly from: number;
  readonly end: number;
}

/** The first place of a part between two places. Looks where its rarest word is. */
function firstCopy(index: QuotationIndex, part: QuotationPart, { from, end }: Bounds): number | undefined {
  const { ids } = part;
  const rarest = rarestOf(index, ids);
  const places = placesOf(index, ids[rarest]!);
  for (let p = firstIndex(places.length, (i) => places[i]! >= from + rarest); p < places.length; p += 1) {
    const start = places[p]! - rarest;
    if (start + ids.length > end) return undefined;
    const isCopy = (id: number, at: number) =>
      index.ids[start + at] === id && isWrittenAs(part, at, index.words[start + at]!);
    if (ids.every(isCopy)) return start;
  }
  return undefined;
}
