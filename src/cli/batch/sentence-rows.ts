import { reasonSentences } from '../../documents/check/sentence-text.ts';
import type { AnswerBody } from '../../index.ts';
import type { InputRow } from '../../rows/input-rows.ts';
import type { VerdictRow } from './verdict-row.ts';

/** The checked sentences of an answer, each with the words that decided it. */
export function sentenceRows({ row, columns }: InputRow, sentences: AnswerBody['sentences']): VerdictRow[] {
  const { id, sources } = columns;
  const sourceOf = sourcesById(sources);
  return sentences.flatMap((sentence, at) => {
    const { text: claim, verdict, confidence, outcome, evidence } = sentence;
    if (verdict === null || confidence === null || outcome === null) return [];
    const words = evidence.map(({ text }) => text);
    return {
      ...{ row, id: textOf(id), sentence: at + 1, claim, verdict, confidence, outcome },
      source: words.join('\n'),
      reasoning: reasonSentences(sentence, 'answer').join('\n'),
      auditTrail: evidence.map(({ text, match_type }) => ({ claim_span: claim, source_span: text, match_type })),
      sourceNames: evidence.map(({ source_id }) => source_id),
      sources: evidence.map(({ source_id }) => sourceOf.get(source_id) ?? null),
    };
  });
}

function sourcesById(sources: unknown): Map<string, unknown> {
  if (!Array.isArray(sources)) return new Map();
  return new Map(sources.map((one) => [String((one as { id?: unknown }).id), one]));
}

/** A value that may be missing, as the page shows it. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}
