import { oneExample, type Reader } from './example.ts';

/** `{claim, grounding_source, label, id?, set?, category?, pair?}` */
export const readOwn: Reader = ({ claim, grounding_source: source, ...names }) => {
  if (claim === undefined || source === undefined) return undefined;
  const { label, id, set, category, pair } = names;
  return oneExample({ claim, source, label, id, set, category, pair });
};

const AGGREFACT_LABELS = new Map<unknown, string>([
  [1, 'SUPPORTED'],
  ['1', 'SUPPORTED'],
  [0, 'NOT_SUPPORTED'],
  ['0', 'NOT_SUPPORTED'],
]);

/** `{dataset, doc, claim, label: 0 | 1}`: 1 is supported; 0 is not supported, without saying whether it is contradicted. */
export const readAggreFact: Reader = ({ doc: source, claim, label, dataset: set, id }) =>
  claim === undefined || source === undefined
    ? undefined
    : oneExample({ claim, source, label: AGGREFACT_LABELS.get(label), writtenLabel: label, id, set });

/** `{premise, hypothesis, label}`, and SNLI's `{sentence1, sentence2, gold_label}` */
export const readPair: Reader = (fields) => {
  const source = fields.premise ?? fields.sentence1;
  const claim = fields.hypothesis ?? fields.sentence2;
  if (claim === undefined || source === undefined) return undefined;
  return oneExample({ claim, source, label: fields.label ?? fields.gold_label, id: fields.id });
};
