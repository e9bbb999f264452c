import type { Span } from '../../text/index.ts';
import type { Both } from '../rules/findings.ts';
import { type SurfaceReading, weekdaysIn } from '../rules/index.ts';

/** The only day of the week that a claim names and the only one that a premise names, where these differ. */
export function otherDay({ claim, source }: Both<SurfaceReading>): Both<Span> | undefined {
  const [own, other] = [onlyDay(claim), onlyDay(source)];
  if (own === undefined || other === undefined || own.day === other.day) return undefined;
  return { claim: own.place, source: other.place };
}

function onlyDay({ tokens }: SurfaceReading): { readonly day: number; readonly place: Span } | undefined {
  const [first, ...others] = weekdaysIn(tokens);
  const [day, ...more] = first?.days ?? [];
  if (first === undefined || day === undefined || more.length + others.length > 0) return undefined;
  return { day, place: { start: tokens[first.from]!.start, end: tokens[first.to - 1]!.end } };
}
