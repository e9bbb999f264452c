import { extraIn, inclusionOf, type SurfaceReading } from '../rules/index.ts';
import type { Placed } from './limits.ts';

/**
 * "costs extra" for "is not included" and "plus" for "without" where a source says so: the models take a thing that is paid for in
 * addition for one that is included.
 */
export function extraAs(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const inclusion = inclusionOf(claim);
  const extra = inclusion?.isDenied ? extraIn(inclusion, source) : undefined;
  if (inclusion === undefined || extra === undefined) return undefined;
  const { at, words: own } = inclusion;
  if (/included$/i.test(own))
    return { at, own, written: extra.words ?? (/^are/i.test(own) ? 'cost extra' : 'costs extra') };
  if (extra.words !== undefined) return undefined;
  if (/^(?:do|does|exclude)/i.test(own)) return { at, own, written: 'is charged plus' };
  return { at, own, written: own.startsWith('W') ? 'Plus' : 'plus' };
}
