import { deflateSync } from 'node:zlib';
import { normaliseForModel } from '../../text/normalise.ts';
import { type KindedSpan, readAs } from '../../text/sentence-kinds.ts';
import type { DocumentFacts, ReadDocument } from '../document.ts';
import { rememberedKeys, sentenceKeys } from './sentence-keys.ts';
import { type Passage, passagesOf } from './split-document.ts';

/** A document as an index stores it. Only writing it is left, so a text of others takes no time of the process that writes. */
export interface PreparedDocument {
  readonly file: string;
  readonly sha256: string;
  readonly facts: DocumentFacts;
  /** The packed document, without its text where the passages have it. */
  readonly body: Uint8Array;
  readonly passages: readonly PreparedPassage[];
}

export interface PreparedPassage {
  readonly body: Uint8Array;
  /** Keys of each of its own sentences, as JSON: a string for each sentence would take more memory than the document. */
  readonly keys: string;
}

export function prepareDocument(document: ReadDocument): PreparedDocument {
  const { file, sha256, pages, pagesWithoutText, notes } = document;
  const passages: PreparedPassage[] = [];
  const keyOf = rememberedKeys();
  for (const passage of passagesOf(document, keyOf))
    passages.push({ body: packed(passage), keys: JSON.stringify(keysIn(passage, keyOf)) });
  return {
    ...{ file, sha256, passages },
    facts: { ...(pages === undefined ? {} : { pages }), pagesWithoutText, notes },
    body: packed(passages.length === 0 ? document : { ...document, text: '' }),
  };
}

/** Level 6 takes three times as long, for a tenth less. */
const FAST = { level: 3 };

function packed(value: ReadDocument | Passage): Uint8Array {
  return deflateSync(JSON.stringify(value), FAST);
}

/** The keys of each of a passage's own sentences; null for one that may not be found. */
export function keysIn(passage: Passage, keyOf = rememberedKeys()): (string | null)[] {
  return passage.spans.slice(passage.beforeSpans).map((span) => keysOf(passage, span, keyOf));
}

function keysOf({ text }: Passage, span: KindedSpan, keyOf: ReturnType<typeof rememberedKeys>): string | null {
  if (!mayStandAlone(span)) return null;
  return sentenceKeys(normaliseForModel(readAs(text, span)), keyOf).join(' ');
}

/** Headings and questions decide nothing alone. */
function mayStandAlone({ kind }: KindedSpan): boolean {
  return kind === 'sentence' || kind === 'row';
}
