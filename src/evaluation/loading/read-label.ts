import type { Label } from '../labelled-rows.ts';

/** Names that public data sets use for the four labels, upper case, words joined by "_". */
const NAMES: Readonly<Record<Label, readonly string[]>> = {
  SUPPORTED: ['SUPPORTED', 'SUPPORTS', 'SUPPORT', 'ENTAILMENT', 'ENTAILED'],
  UNSUPPORTED: ['UNSUPPORTED', 'REFUTED', 'REFUTES', 'REFUTE', 'CONTRADICTS', 'CONTRADICT', 'CONTRADICTION'],
  UNCERTAIN: ['UNCERTAIN', 'NOT_ENOUGH_INFO', 'NOT_ENOUGH_INFORMATION', 'NEI', 'NEUTRAL'],
  NOT_SUPPORTED: ['NOT_SUPPORTED', 'NOT_ENTAILMENT', 'NOT_ENTAILED'],
};

const LABEL_OF = new Map(
  Object.entries(NAMES).flatMap(([label, names]) => names.map((name) => [name, label as Label] as const)),
);

/** The label for a data set's own label name, in any case; undefined for an unknown name. */
export function readLabel(value: unknown): Label | undefined {
  if (typeof value !== 'string') return undefined;
  return LABEL_OF.get(
    value
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, '_'),
  );
}
