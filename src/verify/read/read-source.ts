import type { CrossEncoder, NliModel } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import { assertionsIn, withKinds } from '../../text/index.ts';
import { datesOf } from './dated-texts.ts';
import { formLine } from './form-lines.ts';
import { personsOf } from './letters.ts';
import { longestTokens, modelsOf } from './read-claim.ts';
import type { Source, SourceSentence } from './source.ts';
import { SourceReadings } from './source-readings.ts';
import { fitsAll, joinNeighbours, piecesOf, type TextPiece } from './text-pieces.ts';

/** The sources of a claim, or some of them, read once for all the claims that are checked against them. */
export interface SourceSet {
  /** All sources of the request; a `Place` has the number of one. */
  readonly sources: readonly Source[];
  /** The sentences that are read of them, one source after the other. */
  readonly sentences: readonly SourceSentence[];
  /** Indices of the sentences that may be a premise by themselves, ascending. */
  readonly standingAlone: readonly number[];
  /** Tokens that a premise may have for the verdict model with the longest hypothesis. */
  readonly maxPremiseTokens: number;
  /** Tokens of the longest sentence for each model; undefined where sentences had to be cut or joined. */
  readonly uncut: ReadonlyMap<NliModel, number> | undefined;
  /** The readings of the rules so far. */
  readonly readings: SourceReadings;
}

/** Claim spans times sentences at most: in texts of a few letters a line, neighbours are read together. */
export const MAX_SENTENCE_PAIRS = 2_400;

/** The hypotheses that the premises of a source are paired with, and the models. */
export interface SourceUse {
  readonly encoder: CrossEncoder;
  readonly parts: readonly TextPiece[];
}

/** Splits the one source of a claim into sentences that both models can read with the longest hypothesis. */
export async function readSource(text: string, use: SourceUse, pause: Pause): Promise<SourceSet> {
  const spans = assertionsIn(text);
  const max = mostSentences(use);
  const kinded = spans.length > max ? joinNeighbours(spans, max) : [...withKinds(text, spans)];
  await pause();
  const read = await readSources([{ text, spans: kinded, before: 0, start: 0 }], use, pause);
  return kinded.length === spans.length ? read : { ...read, uncut: undefined };
}

function mostSentences({ parts }: SourceUse): number {
  return Math.floor(MAX_SENTENCE_PAIRS / Math.max(1, parts.length));
}

/** Like `readSource`, for other hypotheses; undefined where it would have to split in another way. */
export function reusedFor(sources: SourceSet, use: SourceUse): SourceSet | undefined {
  return sources.sentences.length > mostSentences(use) ? undefined : sameSourcesFor(sources, use);
}

/** Like `readSources`, for the same sources and other hypotheses; undefined where some would have to be cut. */
export function sameSourcesFor(sources: SourceSet, { encoder, parts }: SourceUse): SourceSet | undefined {
  const { uncut } = sources;
  const fits = uncut && [...uncut].every(([model, tokens]) => tokens <= maxPremiseTokens(model, parts));
  return fits ? { ...sources, maxPremiseTokens: maxPremiseTokens(encoder.verdict, parts) } : undefined;
}

/** Pieces, and characters of them, that are tokenized without a turn for other requests: Chinese pieces are ten times as long. */
const PIECES_AT_ONCE = 64;
const CHARACTERS_AT_ONCE = 8_000;

/** Cuts the sentences of each source so that both models can read them with the longest hypothesis. */
export async function readSources(
  sources: readonly Source[],
  { encoder, parts }: SourceUse,
  pause: Pause,
): Promise<SourceSet> {
  const fits = fitsAll(modelsOf(encoder), (model) => maxPremiseTokens(model, parts));
  const sentences: SourceSentence[] = [];
  for (const [number, source] of sources.entries()) {
    const pieces: TextPiece[] = [];
    let characters = 0;
    for (const piece of piecesOf(source, fits)) {
      pieces.push(piece);
      characters += piece.text.length;
      if (pieces.length % PIECES_AT_ONCE !== 0 && characters < CHARACTERS_AT_ONCE) continue;
      characters = 0;
      await pause();
    }
    await pause();
    const document = { number, first: sentences.length, end: sentences.length + pieces.length };
    const { breaks = [] } = source;
    const inContext = contextOf(source);
    let record = 0;
    for (const piece of pieces) {
      while (record < breaks.length && breaks[record]! <= piece.span.start) record += 1;
      const plain = inContext(formLine(piece.normalised) ?? piece.normalised);
      const normalised = plain !== piece.normalised && fits(plain) ? plain : piece.normalised;
      sentences.push({ ...piece, normalised, document, record });
    }
  }
  const read = sourceSet(sources, sentences, maxPremiseTokens(encoder.verdict, parts));
  const isUncut = sentences.length === sources.reduce((sum, { spans }) => sum + spans.length, 0);
  if (!isUncut) return read;
  return { ...read, uncut: new Map(modelsOf(encoder).map((model) => [model, longestTokens(model, sentences)])) };
}

/** Words as they read without the head of their source: the persons for "I" and "you", the days for "tomorrow". */
export function contextOf(source: { readonly text: string }): (words: string) => string {
  const readings = [personsOf(source), datesOf(source)].filter((read) => read !== undefined);
  return (words) => readings.reduce((read, inContext) => inContext(read), words);
}

/** Headings, bare questions and furniture are read with their neighbours and decide nothing alone. */
function assertsAs(kind: TextPiece['kind']): boolean {
  return kind !== 'heading' && kind !== 'question' && kind !== 'furniture';
}

/** Some of the sources alone, by their numbers. */
export function onlySources(
  { sources, sentences, maxPremiseTokens: max }: SourceSet,
  kept: ReadonlySet<number>,
): SourceSet {
  const left: SourceSentence[] = [];
  for (const { number, first, end } of new Set(sentences.map(({ document }) => document))) {
    if (!kept.has(number)) continue;
    const document = { number, first: left.length, end: left.length + end - first };
    for (const sentence of sentences.slice(first, end)) left.push({ ...sentence, document });
  }
  return sourceSet(sources, left, max);
}

/** Sources of nothing but headings, questions and furniture are read as they are. */
export function sourceSet(
  sources: readonly Source[],
  sentences: readonly SourceSentence[],
  maxTokens: number,
): SourceSet {
  const asserting = sentences.flatMap(({ kind }, i) => (assertsAs(kind) ? [i] : []));
  return {
    ...{ sources, sentences, maxPremiseTokens: maxTokens, uncut: undefined },
    standingAlone: asserting.length > 0 ? asserting : [...sentences.keys()],
    readings: new SourceReadings(sources, sentences),
  };
}

/** Tokens that a hypothesis may gain when its amounts are written as in the source. */
export const NOTATION_TOKENS = 12;

function maxPremiseTokens(model: NliModel, parts: readonly TextPiece[]): number {
  return model.maxContentTokens - longestTokens(model, parts) - NOTATION_TOKENS;
}
