import type { Span } from '../../text/index.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { Premise } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';

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
