import type { Corpus } from './corpus.ts';
import { type Fields, isFields, oneExample, type Reader } from './example.ts';

/**
 * FEVER and data sets derived from it. Evidence may be text (`evidence: "..."` or a list of texts, `evidences: [{evidence}]`,
 * `gold_evidence: [{text}]`) or, as in FEVER itself, pointers `[[annotation, evidence, page, sentence]]` into the
 * Wikipedia pages of the corpus. A row whose evidence has no text is left out: FEVER's NOT ENOUGH INFO rows have none.
 */
export const readFever: Reader = (fields, corpus) => {
  const claim = fields.claim ?? fields.text;
  const evidence = fields.evidence ?? fields.evidences ?? fields.gold_evidence;
  if (claim === undefined || evidence === undefined) return undefined;
  const texts = textsOf(evidence, corpus);
  if (texts.length === 0) return { leftOut: 'no evidence text' };
  const label = fields.label ?? fields.claim_label ?? fields.gold_label;
  return oneExample({ claim, source: texts.join('\n'), label, id: fields.id ?? fields.claim_id });
};

/** Pages that a FEVER row refers to; none for rows with evidence as text. */
export function documentsOfFever({ evidence }: Fields): string[] {
  return [...new Set(pointersOf(evidence).map(({ page }) => page))];
}

function textsOf(evidence: unknown, corpus: Corpus): string[] {
  const pointed = pointersOf(evidence).map(({ page, sentence }) => corpus.get(page)?.sentences[sentence]);
  const texts = [...pointed, ...plainTexts(evidence)].filter((text) => text !== undefined && text !== '');
  return [...new Set(texts as string[])];
}

function plainTexts(evidence: unknown): string[] {
  if (typeof evidence === 'string') return [evidence];
  if (!Array.isArray(evidence)) return [];
  return evidence.flatMap((entry: unknown) => {
    const text = isFields(entry) ? (entry.evidence ?? entry.text) : entry;
    return typeof text === 'string' ? [text] : [];
  });
}

interface Pointer {
  readonly page: string;
  readonly sentence: number;
}

function pointersOf(evidence: unknown): Pointer[] {
  if (!Array.isArray(evidence)) return [];
  const annotations = evidence.filter(Array.isArray).flatMap((group: unknown[]) => group.filter(Array.isArray));
  return annotations.flatMap(([, , page, sentence]: unknown[]) =>
    typeof page === 'string' && typeof sentence === 'number' ? [{ page, sentence }] : [],
  );
}
