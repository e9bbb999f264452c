// Not by text/index.ts: every process that splits documents would load the tables of languages too.

import { assertionsIn } from '../../text/assertions.ts';
import type { wordKey } from '../../text/lemma.ts';
import { normaliseForModel } from '../../text/normalise.ts';
import { sectionsOf } from '../../text/sections.ts';
import { type KindedSpan, movedSpan, withKinds } from '../../text/sentence-kinds.ts';
import type { Span } from '../../text/span.ts';
import type { ReadDocument } from '../document.ts';
import { headingsAt } from '../place.ts';
import { rememberedKeys, sentenceKeys } from './sentence-keys.ts';

export interface Passage {
  readonly file: string;
  /** Where its own text begins in that of the document. */
  readonly start: number;
  /** The headings above the stretch, and names of columns that its rows are read with, each with an empty line after it; then the stretch. */
  readonly text: string;
  readonly before: number;
  /** The sentences of `text`, those before the stretch first. */
  readonly spans: readonly KindedSpan[];
  /** How many of them appear before the stretch. */
  readonly beforeSpans: number;
  /** The keys of the words of `text`, and how often each appears in it: passages are compared by them for every sentence. */
  readonly keys: readonly (readonly [key: string, count: number])[];
}

/**
 * A document as passages of about equal length, each beginning at a heading where one is near. Their stretches together are
 * its whole text, but for one without sentences. Only the sentences of one section are held at a time.
 */
export function* passagesOf(document: ReadDocument, keyOf = rememberedKeys()): Generator<Passage> {
  const { text } = document;
  let start = 0;
  let spans: readonly KindedSpan[] = [];
  const passageUpTo = (end: number, own: readonly KindedSpan[]): Passage => {
    const passage = passageOf(document, { start, end }, own);
    start = end;
    return { ...passage, keys: countedKeys(passage.text, keyOf) };
  };
  for (const section of sectionsOf(text)) {
    spans = spans.concat([...sentencesIn(text, section)]);
    let first = 0;
    for (let end = passageEnd(spans, first); end < spans.length; end = passageEnd(spans, first)) {
      yield passageUpTo(spans[end]!.start, spans.slice(first, end));
      first = end;
    }
    // The last passage of a section may continue in the next.
    spans = spans.slice(first);
  }
  if (spans.length > 0) yield passageUpTo(text.length, spans);
}

function* sentencesIn(text: string, { start, end }: Span): Generator<KindedSpan> {
  const part = text.slice(start, end);
  const headers = new Map<Span, Span>();
  for (const span of withKinds(part, assertionsIn(part))) {
    const { header, ...moved } = movedSpan(span, start);
    // Rows under the same names share one object.
    if (header !== undefined && !headers.has(span.header!)) headers.set(span.header!, header);
    yield header === undefined ? moved : { ...moved, header: headers.get(span.header!)! };
  }
}

/** Characters of the longest passage that is not one sentence: as much as a source of a request has. */
const MAX_PASSAGE = 10_000;

function passageEnd(spans: readonly KindedSpan[], first: number): number {
  if (first === spans.length) return first;
  const from = spans[first]!.start;
  let end = first + 1;
  while (end < spans.length && spans[end]!.end - from <= MAX_PASSAGE) end += 1;
  if (end === spans.length) return end;
  const isNear = (i: number) => spans[i]!.start - from > MAX_PASSAGE / 2;
  for (let i = end; i > first && isNear(i); i--) if (spans[i]!.kind === 'heading') return i;
  return end;
}

const BETWEEN = '\n\n';

function passageOf(document: ReadDocument, { start, end }: Span, own: readonly KindedSpan[]): Omit<Passage, 'keys'> {
  const headers = new Set(own.flatMap(({ header }) => (header !== undefined && header.start < start ? [header] : [])));
  const headings = headingsAt(document, own[0]!.start).map((heading) => heading.trim());
  const above = own[0]!.kind === 'heading' ? headings.slice(0, -1) : headings;
  let text = '';
  const spans: KindedSpan[] = [];
  const add = (written: string): Span => {
    const span = { start: text.length, end: text.length + written.length };
    spans.push({ ...span, kind: 'heading' });
    text += written + BETWEEN;
    return span;
  };
  for (const heading of above) if (heading !== '') add(heading);
  const moved = new Map([...headers].map((header) => [header, add(document.text.slice(header.start, header.end))]));
  const before = text.length;
  const beforeSpans = spans.length;
  for (const span of own) {
    const header = span.header && moved.get(span.header);
    spans.push({ ...movedSpan(span, before - start), ...(header && { header }) });
  }
  text += document.text.slice(start, end);
  return { file: document.file, start, text, before, spans, beforeSpans };
}

function countedKeys(text: string, keyOf: typeof wordKey): Passage['keys'] {
  const counts = new Map<string, number>();
  for (const { start, end } of sectionsOf(text))
    for (const key of sentenceKeys(normaliseForModel(text.slice(start, end)), keyOf))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts];
}
