import type { CrossEncoder, NliModel } from '../../nli/types.ts';
import { type Pause, withPauses } from '../../pause.ts';
import { pausingList, withKinds } from '../../text/index.ts';
import { longestTokens, modelsOf, pausingAssertions } from './read-claim.ts';
import { SourceReadings } from './source-readings.ts';
import { cutToFit, fitsAll, joinNeighbours, type SplitText, type TextPiece } from './text-pieces.ts';

/** A source sentence, or a piece of one that is longer than the models read. A table row is read with its column names. */
export interface SourceSentence extends TextPiece {
  /** False for headings, bare questions and furniture: they are read with their neighbours and decide nothing alone. */
  readonly asserts: boolean;
  /** Its document, from 0, and the indices of that one's sentences, `first` to before `end`: no window crosses its ends. */
  readonly document: { readonly number: number; readonly first: number; readonly end: number };
}

/** A source, split once for all the claims that are checked against it. */
export interface ReadSource {
  readonly text: string;
  readonly sentences: readonly SourceSentence[];
  /** Indices of the sentences that may be a premise by themselves, ascending. */
  readonly standingAlone: readonly number[];
  /** Tokens that a premise may have for the verdict model beside the longest hypothesis. */
  readonly maxPremiseTokens: number;
  /** Tokens of the longest sentence for each model; undefined where sentences had to be cut or joined. */
  readonly uncut: ReadonlyMap<NliModel, number> | undefined;
  /** The readings of the rules so far. */
  readonly readings: SourceReadings;
}

/** Claim spans times sentences at most: in texts of a few letters a line, neighbours are read together. */
export const MAX_SENTENCE_PAIRS = 2_400;

/** The hypotheses that the premises of a source stand beside, and the models. */
export interface SourceUse {
  readonly encoder: CrossEncoder;
  readonly parts: readonly TextPiece[];
}

/** Splits a source into sentences that both models can read beside the longest hypothesis. */
export async function readSource(text: string, use: SourceUse, pause: Pause): Promise<ReadSource> {
  const spans = await withPauses(pausingAssertions(text), pause);
  const max = Math.floor(MAX_SENTENCE_PAIRS / Math.max(1, use.parts.length));
  const kinded =
    spans.length > max ? joinNeighbours(spans, max) : await withPauses(pausingList(withKinds(text, spans)), pause);
  const read = await readDocuments({ text, documents: [kinded] }, use, pause);
  return kinded.length === spans.length ? read : { ...read, uncut: undefined };
}

/** As `readSource`, for other hypotheses; undefined where it would have to split in another way. */
export function reusedFor(source: ReadSource, use: SourceUse): ReadSource | undefined {
  const max = Math.floor(MAX_SENTENCE_PAIRS / Math.max(1, use.parts.length));
  return source.sentences.length > max ? undefined : sameDocumentsFor(source, use);
}

/** As `readDocuments`, for the same documents and other hypotheses; undefined where some would have to be cut. */
export function sameDocumentsFor(source: ReadSource, { encoder, parts }: SourceUse): ReadSource | undefined {
  const { uncut } = source;
  const fits = uncut && [...uncut].every(([model, tokens]) => tokens <= maxPremiseTokens(model, parts));
  return fits ? { ...source, maxPremiseTokens: maxPremiseTokens(encoder.verdict, parts) } : undefined;
}

/** One text that holds several documents, each split into spans. */
export async function readDocuments(
  { text, documents }: { readonly text: string; readonly documents: readonly SplitText['spans'][] },
  { encoder, parts }: SourceUse,
  pause: Pause,
): Promise<ReadSource> {
  const fits = fitsAll(modelsOf(encoder), (model) => maxPremiseTokens(model, parts));
  const sentences: SourceSentence[] = [];
  for (const [number, spans] of documents.entries()) {
    const pieces = await cutToFit({ text, spans }, fits, pause);
    const document = { number, first: sentences.length, end: sentences.length + pieces.length };
    for (const piece of pieces) sentences.push({ ...piece, asserts: assertsAs(piece.kind), document });
  }
  const source = sourceOf(text, sentences, maxPremiseTokens(encoder.verdict, parts));
  const isUncut = sentences.length === documents.reduce((sum, spans) => sum + spans.length, 0);
  if (!isUncut) return source;
  return { ...source, uncut: new Map(modelsOf(encoder).map((model) => [model, longestTokens(model, sentences)])) };
}

function assertsAs(kind: TextPiece['kind']): boolean {
  return kind !== 'heading' && kind !== 'question' && kind !== 'furniture';
}

/** The same source with some of its documents alone: the others are blank, so that every offset stays what it is. */
export function onlyDocuments(
  { text, sentences, maxPremiseTokens: max }: ReadSource,
  kept: ReadonlySet<number>,
): ReadSource {
  const documents = [...new Set(sentences.map(({ document }) => document))].filter(({ number }) => kept.has(number));
  const left: SourceSentence[] = [];
  const pieces: string[] = [];
  let at = 0;
  for (const { number, first, end } of documents) {
    const document = { number, first: left.length, end: left.length + end - first };
    for (const sentence of sentences.slice(first, end)) {
      const { span } = sentence;
      left.push({ ...sentence, document });
      pieces.push(' '.repeat(span.start - at), text.slice(span.start, span.end));
      at = span.end;
    }
  }
  return sourceOf(pieces.join('') + ' '.repeat(text.length - at), left, max);
}

/** A source of nothing but headings, questions and furniture is read as it is. */
function sourceOf(text: string, read: readonly SourceSentence[], maxTokens: number): ReadSource {
  const isEmpty = !read.some((sentence) => sentence.asserts);
  const sentences = isEmpty ? read.map((sentence) => ({ ...sentence, asserts: true })) : read;
  return {
    text,
    sentences,
    standingAlone: sentences.flatMap((sentence, i) => (sentence.asserts ? [i] : [])),
    maxPremiseTokens: maxTokens,
    uncut: undefined,
    readings: new SourceReadings(text, sentences),
  };
}

/** Tokens that a hypothesis may gain when its amounts are written as in the source. */
export const NOTATION_TOKENS = 12;

function maxPremiseTokens(model: NliModel, parts: readonly TextPiece[]): number {
  return model.maxContentTokens - longestTokens(model, parts) - NOTATION_TOKENS;
}
