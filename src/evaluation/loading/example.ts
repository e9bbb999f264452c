import { SOURCE_FORMATS } from '../../contract/answer-request.ts';
import type { Label, LabelledRow } from '../labelled-rows.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Example extends Omit<LabelledRow, 'claim' | 'source' | 'set' | 'id'> {
  readonly claim: unknown;
  readonly source: unknown;
  readonly set: string | undefined;
  readonly id: string | undefined;
}

/** The examples of a row, or why it has none and the value that was found. */
export type RowReadResult =
  | { readonly examples: readonly Example[] }
  | { readonly leftOut: string; readonly found?: string };

/** Reads rows of one format; undefined when a row has another format. */
export type Reader = (fields: Fields) => RowReadResult | undefined;

/** The fields of a row; `writtenLabel`: its label as written, when `label` is derived from it. */
export type Parts = Readonly<Record<'claim' | 'source' | 'label', unknown>> &
  Readonly<Partial<Record<'writtenLabel' | 'set' | 'id' | 'category' | 'pair' | 'format', unknown>>>;

export function oneExample(parts: Parts): RowReadResult {
  const { claim, source, label: word, writtenLabel, set, id, category, pair } = parts;
  const label = readLabel(word);
  const written = writtenLabel ?? word;
  if (written === undefined) return { leftOut: 'no label' };
  if (label === undefined) return { leftOut: 'unknown label', found: `label ${JSON.stringify(written)}` };
  const names = { set: toName(set), id: toName(id), category: toName(category), pair: toName(pair) };
  return {
    examples: [{ claim, source, label, ...names, format: SOURCE_FORMATS.find((format) => format === parts.format) }],
  };
}

function toName(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
function readLabel(value: unknown): Label | undefined {
  if (typeof value !== 'string') return undefined;
  return LABEL_OF.get(
    value
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, '_'),
  );
}
