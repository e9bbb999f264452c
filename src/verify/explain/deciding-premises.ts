import type { Span } from '../../text/index.ts';
import type { Deciding } from '../decide/deciding.ts';
import { OBJECTION_ROWS } from '../decide/objections.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { Premise } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';

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

/** What to quote of a deciding premise: the very words of an exact match, else each of its runs of neighbouring sentences. */
export function quotedSpans(
  { examined, matchType }: DecidedSpan,
  premise: Premise,
  sentences: ReadSource['sentences'],
): Span[] {
  if (matchType === 'exact_match') return [examined.surface!.span];
  const runs: Span[] = [];
  for (const [i, index] of premise.sentences.entries()) {
    const { span, document } = sentences[index]!;
    const before = runs.at(-1);
    const goesOn = premise.sentences[i - 1] === index - 1 && index > document.first;
    if (before !== undefined && goesOn) runs[runs.length - 1] = { start: before.start, end: span.end };
    else runs.push(span);
  }
  return runs;
}
