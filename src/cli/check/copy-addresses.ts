import { dirname, relative, resolve, sep } from 'node:path';
import type { DraftEvidence } from '../../documents/check/check-document.ts';
import type { WrittenHighlights } from '../../documents/check/write-highlights.ts';

/** Addresses of highlighted copies relative to a report, by the sources that they are copies of. */
export type CopyAddresses = ReadonlyMap<string, string>;

export function copyAddresses({ copies }: WrittenHighlights, report: string): CopyAddresses {
  const folder = dirname(resolve(report));
  return new Map(copies.map(({ file, path }) => [file, address(relative(folder, resolve(path)))]));
}

function address(path: string): string {
  return path.split(sep).map(encodeURIComponent).join('/');
}

/** The address of the page of a place of evidence, such as "copies/a.pdf#page=3"; undefined where its source has no copy. */
export function pageAddress(
  { source_id, page, rectangles }: DraftEvidence,
  copies: CopyAddresses | undefined,
): string | undefined {
  const copy = copies?.get(source_id);
  return copy === undefined ? undefined : `${copy}#page=${rectangles?.[0]?.page ?? page}`;
}
