import type { Deciding } from './deciding.ts';
import { OBJECTION_ROWS } from './objections.ts';
import type { DecidedSpan } from './policy.ts';

/** Where insufficient evidence was looked for is shown only when it holds this share of the span's words. */
const SAME_MATTER = 0.3;

/** The premises that decided a span: one, two where the source disagrees with itself, none where nothing matches. */
export function decidingPremises(span: DecidedSpan): readonly Deciding[] {
  const { matchType } = span;
  const { support, opposition, surface } = span.examined;
  if (matchType === 'exact_match') return [{ premise: surface!.premise, matchType, basis: 'surface' }];
  if (matchType === 'paraphrase_match') return [{ premise: support, matchType, basis: 'support' }];
  if (matchType === 'contradiction') return [{ premise: opposition, matchType, basis: 'opposition' }];
  return unsettledBy(span);
}

/** The premises that the first objection speaks of, in the order of how much it says; without one, the closest. */
function unsettledBy({ examined, matchType, objections }: DecidedSpan): readonly Deciding[] {
  for (const { name, shows } of OBJECTION_ROWS) {
    const shown = objections.includes(name) ? (shows?.(examined) ?? []) : [];
    if (shown.length > 0) return shown;
  }
  const { closest } = examined;
  return closest.coverage >= SAME_MATTER ? [{ premise: closest, matchType, basis: 'closest' }] : [];
}
