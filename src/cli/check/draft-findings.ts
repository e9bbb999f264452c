import type { DraftLine } from '../../documents/check/draft-line.ts';
import { placeText, reasonSentences, sourceText } from '../../documents/check/sentence-text.ts';
import { findingOf } from '../review/decisions.ts';
import type { ReviewedFinding } from '../review/review-parts.ts';
import type { CheckedDraft } from './checked-draft.ts';

/** A checked sentence, bound to the hashes of the source files that its evidence is in. */
export function findingOfLine(
  line: DraftLine,
  { sources, models }: Pick<CheckedDraft, 'sources' | 'models'>,
): ReviewedFinding {
  const { text: claim, verdict, confidence, outcome, evidence } = line;
  const hashOf = (file: string) => sources.documents.find((one) => one.file === file)?.sha256 ?? null;
  const finding = findingOf(
    {
      claim,
      grounding_source: evidence.map(({ text }) => text).join('\n'),
      verdict: verdict!,
      confidence: confidence!,
      evidence: evidence.map(({ source_id, text }) => [source_id, text]),
      sources: evidence.map(({ source_id }) => hashOf(source_id)),
    },
    models,
  );
  const shown = evidence.map((one) => `“${one.text}” (${sourceText(one)})`);
  return {
    ...finding,
    place: placeText(line.draft),
    outcome: outcome!,
    reasons: reasonSentences(line).join('\n'),
    evidence: shown.join('\n'),
  };
}
