import type { Span } from '../../text/index.ts';
import { type ExaminedSpan, strongestOpposition } from '../examine/features.ts';
import type { Premise, ScoredPremise } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { Calibration } from './calibration.ts';
import { type DecidedSpan, decideSpan } from './policy.ts';

/**
 * Decides a span beside a source of one document or several, of which no two may disagree about it. `decides` tells whether
 * a place of the source may decide alone.
 */
export function decideBeside(
  span: ExaminedSpan,
  { source, decides }: { readonly source: ReadSource; readonly decides?: (place: Span) => boolean },
  calibration: Calibration,
): DecidedSpan {
  const rival = rivalOf(span, source);
  const disputed =
    rival === undefined ? span : { ...span, opposition: rival, surface: undefined, ofTwoDocuments: true };
  const disagreeing = decideSpan(disputed, calibration);
  if (disagreeing.objections.includes('evidence_disagrees')) return disagreeing;
  const mayDecide = span.surface === undefined || decides === undefined || decides(span.surface.span);
  return decideSpan(mayDecide ? span : { ...span, surface: undefined }, calibration);
}

/**
 * What speaks most against a span in the documents that its support is not in, among those that name what these name; a
 * premise of both hides that they differ.
 */
function rivalOf(
  { support, surface, premises, sharesNames }: ExaminedSpan,
  { sentences }: ReadSource,
): ScoredPremise | undefined {
  const documentsOf = (premise: Premise) => new Set(premise.sentences.map((i) => sentences[i]!.document));
  const sentencesOf = (documents: ReturnType<typeof documentsOf>) =>
    [...documents].flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
  const supporting = documentsOf(surface?.premise ?? support);
  const named = sentencesOf(supporting);
  const rivals = premises.filter((premise) => {
    const own = documentsOf(premise);
    return ![...own].some((document) => supporting.has(document)) && sharesNames(named, sentencesOf(own));
  });
  return rivals.length === 0 ? undefined : strongestOpposition(rivals);
}
