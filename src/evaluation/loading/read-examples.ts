import { type Fields, isFields, oneExample, type Reader, type RowReadResult } from './example.ts';

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

/** Data sets derived from FEVER; rows whose `evidence`, `evidences` or `gold_evidence` has no text are left out. */
const readFever: Reader = (fields) => {
  const claim = fields.claim ?? fields.text;
  const evidence = fields.evidence ?? fields.evidences ?? fields.gold_evidence;
  if (claim === undefined || evidence === undefined) return undefined;
  const texts = [...new Set(plainTexts(evidence).filter((text) => text !== ''))];
  if (texts.length === 0) return { leftOut: 'no evidence text' };
  const label = fields.label ?? fields.claim_label ?? fields.gold_label;
  return oneExample({ claim, source: texts.join('\n'), label, id: fields.id ?? fields.claim_id });
};

function plainTexts(evidence: unknown): string[] {
  if (typeof evidence === 'string') return [evidence];
  if (!Array.isArray(evidence)) return [];
  return evidence.flatMap((entry: unknown) => {
    const text = isFields(entry) ? (entry.evidence ?? entry.text) : entry;
    return typeof text === 'string' ? [text] : [];
  });
}

/** `{claim, grounding_source, label, id?, set?, category?, pair?, format?}` */
const readOwn: Reader = ({ claim, grounding_source: source, ...names }) => {
  if (claim === undefined || source === undefined) return undefined;
  const { label, id, set, category, pair, format } = names;
  return oneExample({ claim, source, label, id, set, category, pair, format });
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

/** Tried in this order; the first reader that knows a row's format reads it. src/evaluation/README.md shows each format. */
const READERS: readonly Reader[] = [readOwn, readContrast, readAggreFact, readPair, readFever];

export function readExamples(fields: Fields): RowReadResult {
  for (const read of READERS) {
    const reading = read(fields);
    if (reading !== undefined) return reading;
  }
  return { leftOut: 'unknown format', found: `columns ${Object.keys(fields).join(', ')}` };
}
