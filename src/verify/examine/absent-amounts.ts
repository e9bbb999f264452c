import { sentenceWords } from '../../text/index.ts';
import type { SourceSet } from '../read/read-source.ts';
import type { Fact, SurfaceFindings } from '../rules/index.ts';

/** Kinds of facts that a record has as a value, or has not. */
const AMOUNTS: ReadonlySet<Fact['kind']> = new Set(['money', 'measure', 'percent', 'duration']);

/** How many amounts of a span no record has; none where the sources are prose. */
export function absentAmounts({ facts }: SurfaceFindings, { sources }: SourceSet): number {
  const absent = facts.filter(({ status, claim }) => status !== 'match' && AMOUNTS.has(claim.kind));
  const objects = absent.length === 0 ? [] : sources.flatMap(({ records }) => records?.objects ?? []);
  if (objects.length === 0) return 0;
  const numbers = objects.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'number'));
  const held = new Set(numbers.flatMap(({ value }) => sentenceWords(value)));
  return absent.filter(({ claim }) => !held.has(claim.written)).length;
}
