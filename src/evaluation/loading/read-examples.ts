import {
  type Corpus,
  type Example,
  type Fields,
  isFields,
  oneExample,
  type Reader,
  type RowReadResult,
  readLabel,
  toName,
} from './example.ts';

/** `{grounding_source, pairs: [{id, attack, twin, altered, label}]}`: two rows for each pair, the label is the altered claim's. */
const readContrast: Reader = ({ grounding_source: source, pairs, set }) => {
  if (source === undefined || !Array.isArray(pairs)) return undefined;
  const readings = pairs.map((pair) => (isFields(pair) ? readContrastPair(pair, { source, set }) : NOT_A_PAIR));
  return (
    readings.find((reading) => 'leftOut' in reading) ?? {
      examples: readings.flatMap((reading) => ('examples' in reading ? reading.examples : [])),
    }
  );
};

const NOT_A_PAIR: RowReadResult = { leftOut: 'a pair is not an object' };

/** The unaltered claim, then the altered one. */
function readContrastPair(
  { id, attack, twin, altered, label }: Fields,
  shared: { source: unknown; set: unknown },
): RowReadResult {
  const names = { ...shared, category: attack, pair: id };
  const supported = oneExample({ ...names, claim: twin, label: 'SUPPORTED', id: `${id}-twin` });
  const changed = oneExample({ ...names, claim: altered, label, id: `${id}-altered` });
  if ('leftOut' in supported || 'leftOut' in changed) return changed;
  return { examples: [...supported.examples, ...changed.examples] };
}

/**
 * FEVER and data sets derived from it. Evidence may be text (`evidence: "..."` or a list of texts, `evidences: [{evidence}]`,
 * `gold_evidence: [{text}]`) or, as in FEVER itself, pointers `[[annotation, evidence, page, sentence]]` into the
 * Wikipedia pages of the corpus. A row whose evidence has no text is left out: FEVER's NOT ENOUGH INFO rows have none.
 */
const readFever: Reader = (fields, corpus) => {
  const claim = fields.claim ?? fields.text;
  const evidence = fields.evidence ?? fields.evidences ?? fields.gold_evidence;
  if (claim === undefined || evidence === undefined) return undefined;
  const texts = textsOf(evidence, corpus);
  if (texts.length === 0) return { leftOut: 'no evidence text' };
  const label = fields.label ?? fields.claim_label ?? fields.gold_label;
  return oneExample({ claim, source: texts.join('\n'), label, id: fields.id ?? fields.claim_id });
};

/** Pages that a FEVER row refers to; none for rows with evidence as text. */
function documentsOfFever({ evidence }: Fields): string[] {
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

/** `{claim, grounding_source, label, id?, set?, category?, pair?, weight?}` */
const readOwn: Reader = ({ claim, grounding_source: source, ...names }) => {
  if (claim === undefined || source === undefined) return undefined;
  const { label, id, set, category, pair, weight } = names;
  return oneExample({ claim, source, label, id, set, category, pair, weight });
};

const AGGREFACT_LABELS = new Map<unknown, string>([
  [1, 'SUPPORTED'],
  ['1', 'SUPPORTED'],
  [0, 'NOT_SUPPORTED'],
  ['0', 'NOT_SUPPORTED'],
]);

/** `{dataset, doc, claim, label: 0 | 1}`: 1 is supported; 0 is not supported, without saying whether it is contradicted. */
const readAggreFact: Reader = ({ doc: source, claim, label, dataset: set, id }) =>
  claim === undefined || source === undefined
    ? undefined
    : oneExample({ claim, source, label: AGGREFACT_LABELS.get(label), writtenLabel: label, id, set });

/** `{premise, hypothesis, label}`, and SNLI's `{sentence1, sentence2, gold_label}` */
const readPair: Reader = (fields) => {
  const source = fields.premise ?? fields.sentence1;
  const claim = fields.hypothesis ?? fields.sentence2;
  if (claim === undefined || source === undefined) return undefined;
  return oneExample({ claim, source, label: fields.label ?? fields.gold_label, id: fields.id });
};

/**
 * SciFact's `{id, claim, evidence: {doc: [{sentences, label}]}, cited_doc_ids}`, with its corpus: one example for
 * each cited abstract, UNCERTAIN where the annotators found no evidence in it.
 */
const readSciFact: Reader = (fields, corpus) => {
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
function documentsOfSciFact(fields: Fields): string[] {
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

/** Tried in this order; the first reader that knows a row's format reads it. src/evaluation/README.md shows each format. */
const READERS: readonly Reader[] = [readOwn, readContrast, readAggreFact, readPair, readSciFact, readFever];

/** Reads one row of a labelled data set in any known format. */
export function readExamples(fields: Fields, corpus: Corpus): RowReadResult {
  for (const read of READERS) {
    const reading = read(fields, corpus);
    if (reading !== undefined) return reading;
  }
  return { leftOut: 'unknown format', found: `columns ${Object.keys(fields).join(', ')}` };
}

/** Ids of the corpus documents that a row needs before it can be read. */
export function documentsOf(fields: Fields): string[] {
  return [...documentsOfSciFact(fields), ...documentsOfFever(fields)];
}
