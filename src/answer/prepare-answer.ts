import type { PlaceBody, Skipped } from '../contract/answer.ts';
import type { Pause } from '../pause.ts';
import {
  assertionsIn,
  type FoundSpan,
  firstIndex,
  type KindedSpan,
  movedSpan,
  type Span,
  trimmed,
  withKinds,
} from '../text/index.ts';
import { joinNeighbours } from '../verify/read/text-pieces.ts';
import type { AnswerInput } from './answer-request.ts';
import { type CitationMarks, type CutText, citationMarks, cutText } from './citations/citation-marks.ts';
import { citedByMarks, citedBySpans, citedSpans } from './citations/cited-ids.ts';
import { sourceLists } from './citations/source-lists.ts';
import { offsetTable, placeBody } from './offsets.ts';
import { quotedSpans } from './quotations/quotation-marks.ts';
import { readRecordSources } from './readable-source.ts';
import { reasoningBlocks } from './reasoning-blocks.ts';
import { checkRequiredFor } from './sentences/check-required.ts';
import { mayHold, saidMissing } from './sentences/missing-information.ts';
import type { SourcesOnce } from './sources.ts';

/**
 * Words of an answer. `span` is in `PreparedAnswer.text`, `callerSpan` in the answer as it came, both in UTF-16 units: the
 * smallest stretch that holds the words, so with the marks of citations between them and without those after them.
 */
export interface PreparedPlace {
  readonly span: Span;
  readonly callerSpan: Span;
  /** The slice of `PreparedAnswer.text`: no marks of citations. */
  readonly text: string;
}

/** Text in quotation marks, without the marks. */
export interface PreparedQuotation extends PreparedPlace {
  /** The ids that its sentences cite. */
  readonly cited: readonly string[];
}

export interface PreparedSentence extends PreparedPlace {
  /** With the column names of a table row, for the models. */
  readonly kinded: KindedSpan;
  /** False where there is nothing that a source could support. */
  readonly checkRequired: boolean;
  /** Why it was not even read. */
  readonly skipped?: Skipped;
  /** Ids as the answer cites them, in order and each once, of sources and of none. */
  readonly cited: readonly string[];
  /** Those of them that are of no source. */
  readonly unknown: readonly string[];
  /** Those that begin in the sentence. */
  readonly quotations: readonly PreparedQuotation[];
}

export interface PreparedAnswer {
  /** The answer without the marks of its citations. */
  readonly text: string;
  /** In order; together they hold every character of `text` that is not white space. */
  readonly sentences: readonly PreparedSentence[];
  /** How many of them are to be checked. */
  readonly checked: number;
  /** A span of `text` as a place of the answer as it came, in the unit of the request. */
  placeBody(span: Span): PlaceBody;
}

/** An answer that was cut into sentences; no model has read it yet. */
export interface AnswerRequest {
  readonly input: AnswerInput;
  readonly prepared: PreparedAnswer;
  /** Those of the input. */
  readonly sources: SourcesOnce;
}

/**
 * Reads an answer and its sources of records, in time linear in them and its citations. Throws `invalid_request` for
 * citations and records that cannot be read.
 */
export async function prepareAnswer(input: AnswerInput, pause: Pause): Promise<PreparedAnswer> {
  await readRecordSources(input.sources, pause);
  const ids = new Set(input.sources.map(({ id }) => id));
  const isListed = isWithin(sourceLists(input.answer));
  // Explicit citations may be of the marks themselves, and marks in a list of sources name its items.
  const marks =
    typeof input.citations === 'string'
      ? citationMarks(input.answer, input.citations === 'brackets' ? ids : new Set()).filter((mark) => !isListed(mark))
      : [];
  const cut = cutText(input.answer, marks);
  const blocks = reasoningBlocks(cut.text);
  const { spans, quoted } = sentencesBetween(cut.text, blocks);
  const cited =
    input.citations === 'brackets'
      ? citedByMarks({ text: cut.text, ...marksOutside(blocks, cut, marks) }, spans)
      : citedBySpans(spans, citedSpans(input.answer, input));
  const quotations = quotationsOf(cut, { spans, cited }, quoted);
  await pause();
  const required = checkRequiredFor(input.sources);
  const sentences: PreparedSentence[] = blocks.flatMap((block) => skippedSentence(cut, block));
  for (const [i, span] of spans.entries()) {
    const place = placeOf(cut, span);
    const missing = saidMissing(place.text);
    const states =
      !isListed(place.callerSpan) &&
      (missing === undefined ? required(place.text, span.kind) : await mayHold(input.sources, missing, pause));
    sentences.push({
      ...place,
      kinded: span,
      checkRequired: states,
      cited: cited[i]!,
      unknown: cited[i]!.filter((id) => !ids.has(id)),
      quotations: quotations[i]!,
    });
    await pause();
  }
  sentences.sort((one, other) => one.span.start - other.span.start);
  const table = offsetTable(input.answer, input.offsets);
  return {
    text: cut.text,
    sentences,
    checked: sentences.filter(({ checkRequired }) => checkRequired).length,
    placeBody: (span) => placeBody(input.answer, cut.toWhole(span), table),
  };
}

/** The sentences and quotations of an answer outside of the reasoning in it: none goes beyond a block. */
function sentencesBetween(text: string, blocks: readonly Span[]) {
  const spans: KindedSpan[] = [];
  const quoted: Span[] = [];
  for (const [i, start] of [0, ...blocks.map(({ end }) => end)].entries()) {
    const part = text.slice(start, blocks[i]?.start);
    const found = boundedSentences(part, assertionsIn(part));
    for (const span of withKinds(part, found)) spans.push(movedSpan(span, start));
    for (const span of quotedSpans(part)) quoted.push({ start: span.start + start, end: span.end + start });
  }
  return { spans, quoted };
}

/** Returns whether a span begins and ends inside some of the spans, which are in order. */
function isWithin(spans: readonly Span[]): (span: Span) => boolean {
  const covers = (at: number) => {
    const next = spans[firstIndex(spans.length, (i) => spans[i]!.end > at)];
    return next !== undefined && next.start <= at;
  };
  return ({ start, end }) => covers(start) && covers(end - 1);
}

/** The marks that are not in a block, each with its place. */
function marksOutside(blocks: readonly Span[], { places }: CutText, marks: readonly CitationMarks[]) {
  let next = 0;
  const outside = marks.filter((_, m) => {
    while (next < blocks.length && blocks[next]!.end <= places[m]!) next += 1;
    return next === blocks.length || places[m]! <= blocks[next]!.start;
  });
  const kept = new Set(outside);
  return { marks: outside, places: places.filter((_, m) => kept.has(marks[m]!)) };
}

function skippedSentence(cut: CutText, { start, end }: Span): PreparedSentence[] {
  const span = trimmed(cut.text, start, end);
  if (span === undefined) return [];
  const nothing = { checkRequired: false, cited: [], unknown: [], quotations: [] };
  return [{ ...placeOf(cut, span), kinded: { ...span, kind: 'sentence' }, ...nothing, skipped: 'reasoning' }];
}

/** Shorter sentences on average are no prose: lines of a few letters are read with their neighbours. */
const MIN_MEAN_LENGTH = 25;
/** So many may be as short as they like. */
const MIN_BOUND = 20;

function boundedSentences(text: string, sentences: readonly FoundSpan[]): readonly FoundSpan[] {
  return joinNeighbours(sentences, Math.max(MIN_BOUND, Math.ceil(text.length / MIN_MEAN_LENGTH)));
}

function placeOf(cut: CutText, { start, end }: Span): PreparedPlace {
  return { span: { start, end }, callerSpan: cut.toWhole({ start, end }), text: cut.text.slice(start, end) };
}

/** For each sentence the quotations that begin in it, both in order. */
function quotationsOf(
  cut: CutText,
  { spans, cited }: { readonly spans: readonly Span[]; readonly cited: readonly (readonly string[])[] },
  quotations: readonly Span[],
): PreparedQuotation[][] {
  const found: PreparedQuotation[][] = spans.map(() => []);
  let first = 0;
  for (const quotation of quotations) {
    while (first < spans.length && spans[first]!.end <= quotation.start) first += 1;
    let last = first;
    while (last < spans.length && spans[last]!.start < quotation.end) last += 1;
    found[first]?.push({ ...placeOf(cut, quotation), cited: [...new Set(cited.slice(first, last).flat())] });
  }
  return found;
}
