import { type Example, type Fields, isFields, type Reader, toName } from './example.ts';
import { readLabel } from './read-label.ts';

/**
 * SciFact's `{id, claim, evidence: {doc: [{sentences, label}]}, cited_doc_ids}`, with its corpus: one example for
 * each cited abstract, UNCERTAIN where the annotators found no evidence in it.
 */
export const readSciFact: Reader = (fields, corpus) => {
  if (!isSciFact(fields)) return undefined;
  const evidence = isFields(fields.evidence) ? fields.evidence : {};
  const examples = documentsOfSciFact(fields).flatMap((document): Example[] => {
    const passage = corpus.get(document);
    const label = labelOf(evidence[document]);
    if (passage === undefined || label === undefined) return [];
    const source = [passage.title, passage.sentences.join(' ')].join('\n');
    return [{ claim: fields.claim, source, label, set: undefined, id: `${toName(fields.id) ?? 'claim'}-${document}` }];
  });
  return examples.length > 0 ? { examples } : { leftOut: 'no cited document in the corpus' };
};

/** Ids of the abstracts that a SciFact row cites; none for a row of another format. */
export function documentsOfSciFact(fields: Fields): string[] {
  if (!isSciFact(fields)) return [];
  const cited = Array.isArray(fields.cited_doc_ids) ? fields.cited_doc_ids.map(String) : [];
  const evidence = isFields(fields.evidence) ? Object.keys(fields.evidence) : [];
  return [...new Set([...cited, ...evidence])];
}

function isSciFact(fields: Fields): boolean {
  return fields.claim !== undefined && (fields.cited_doc_ids !== undefined || isFields(fields.evidence));
}

/** All annotations of one abstract agree; without annotations the abstract does not decide the claim. */
function labelOf(annotations: unknown): Example['label'] | undefined {
  if (annotations === undefined) return 'UNCERTAIN';
  if (!Array.isArray(annotations)) return undefined;
  return readLabel((annotations[0] as Fields | undefined)?.label ?? 'UNCERTAIN');
}
