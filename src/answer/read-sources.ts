import type { SourcePlaceBody } from '../contract/answer.ts';
import type { AnswerSource, OffsetUnit } from '../contract/answer-request.ts';
import { type Pause, withPauses } from '../pause.ts';
import { type KindedSpan, movedSpan, pausingList, type Span, withKinds } from '../text/index.ts';
import { pausingAssertions } from '../verify/read/read-claim.ts';
import { type ReadSource, readDocuments, type SourceUse, sameDocumentsFor } from '../verify/read/read-source.ts';
import { joinNeighbours } from '../verify/read/text-pieces.ts';
import { type WordIndex, wordIndexOf } from './nearest-sentences.ts';
import { type OffsetTable, offsetTable, placeBody } from './offsets.ts';

/** All sources of an answer, read as documents of one text. */
export interface ReadSources {
  readonly source: ReadSource;
  documentAt(offset: number): number;
  /** A place of the text as a place of the source that it is in; nothing of a title. */
  placeBody(span: Span): SourcePlaceBody | undefined;
  /** The same, as the number of the source and a span of its own text. */
  ownPlace(span: Span): { readonly source: number; readonly span: Span } | undefined;
  sourcePlaceBody(source: number, span: Span): SourcePlaceBody;
}

/** Sentences of all sources together: in texts of a few letters a line, neighbours are read together. */
const MAX_SENTENCES = 5_000;
const BETWEEN = '\n\n';

interface Document extends Span {
  readonly source: AnswerSource;
  /** Where the source's own text begins: behind the title. */
  readonly textStart: number;
  /** The offset in the source's own text at `textStart`: not 0 where a stretch of it is read. */
  readonly textFrom: number;
}

/** All sources of an answer, joined and split: what takes longest to read of them, and is the same for every answer. */
export interface SplitSources {
  readonly text: string;
  readonly documents: readonly Document[];
  /** Of each document, in places of `text`. */
  readonly spans: readonly (readonly KindedSpan[])[];
}

/** Joins the sources, each with its title as a heading, and splits each for itself. */
export async function splitSources(sources: readonly AnswerSource[], pause: Pause): Promise<SplitSources> {
  const parts: string[] = [];
  const documents: Document[] = [];
  let start = 0;
  for (const source of sources) {
    const heading = source.title === undefined ? '' : source.title + BETWEEN;
    const whole = heading + source.text;
    documents.push({ source, start, end: start + whole.length, textStart: start + heading.length, textFrom: 0 });
    parts.push(whole);
    start += whole.length + BETWEEN.length;
  }
  const text = parts.join(BETWEEN);
  const spans: KindedSpan[][] = [];
  for (const document of documents) spans.push(await splitDocument(document, text.length, pause));
  return { text, documents, spans };
}

export async function readSources(
  { text, documents, spans }: SplitSources,
  unit: OffsetUnit,
  { use, pause }: { readonly use: SourceUse; readonly pause: Pause },
): Promise<ReadSources> {
  return placing(await readDocuments({ text, documents: spans }, use, pause), documents, unit);
}

async function splitDocument(
  { source, start, textStart }: Document,
  length: number,
  pause: Pause,
): Promise<KindedSpan[]> {
  const { text } = source;
  const found = await withPauses(pausingAssertions(text), pause);
  const max = Math.max(1, Math.floor((MAX_SENTENCES * text.length) / length));
  const spans = found.length > max ? joinNeighbours(found, max) : found;
  const kinded = await withPauses(pausingList(withKinds(text, spans)), pause);
  const moved = kinded.map((span) => movedSpan(span, textStart));
  const title = source.title?.trim() ? [{ start, end: start + source.title.length, kind: 'heading' as const }] : [];
  return [...title, ...moved];
}

function moveBy(offset: number, { start, end }: Span): Span {
  return { start: start + offset, end: end + offset };
}

function placing(source: ReadSource, documents: readonly Document[], unit: OffsetUnit): ReadSources {
  const tables = new Map<number, OffsetTable>();
  const tableOf = (d: number) => {
    const known = tables.get(d) ?? offsetTable(documents[d]!.source.text, unit);
    tables.set(d, known);
    return known;
  };
  const sourcePlaceBody = (d: number, span: Span) => {
    const { id, text } = documents[d]!.source;
    return { source_id: id, ...placeBody(text, span, tableOf(d)) };
  };
  const documentAt = (offset: number) => documents.findLastIndex(({ start }) => start <= offset);
  const ownPlace = (span: Span) => {
    // A mark that belongs to the character before it may begin in the white space before its document.
    const d = documentAt(span.end - 1);
    const { textStart, textFrom, source: own } = documents[d]!;
    const within = moveBy(textFrom - textStart, { start: Math.max(span.start, textStart), end: span.end });
    return within.end <= within.start ? undefined : { source: d, span: trimmedTo(own.text, within) };
  };
  const placeBodyOf = (span: Span) => {
    const place = ownPlace(span);
    return place && sourcePlaceBody(place.source, place.span);
  };
  return { source, documentAt, ownPlace, placeBody: placeBodyOf, sourcePlaceBody };
}

/** Without the white space at its beginning, which a title that was cut off leaves. */
function trimmedTo(text: string, { start, end }: Span): Span {
  const space = /^\s*/.exec(text.slice(start, end))![0].length;
  return { start: start + space, end };
}

/** Sources as an answer's sentences are checked against them. */
interface IndexedSources {
  readonly sources: ReadSources;
  /** Undefined for sources of so few sentences that all of them are read. */
  readonly index: WordIndex | undefined;
}

/**
 * The sources of one answer, or of several that are checked one after the other. They are split once, and read again for
 * an answer only where the length of its sentences asks for other pieces: each answer is judged as if it came alone.
 */
export class SharedSources {
  readonly #sources: readonly AnswerSource[];
  readonly #unit: OffsetUnit;
  #split: SplitSources | undefined;
  #last: IndexedSources | undefined;

  constructor(sources: readonly AnswerSource[], unit: OffsetUnit) {
    this.#sources = sources;
    this.#unit = unit;
  }

  /** Rejects as `pause` does. */
  async read(use: SourceUse, pause: Pause): Promise<IndexedSources> {
    const known = this.#last && sameDocumentsFor(this.#last.sources.source, use);
    if (known !== undefined) return { ...this.#last!, sources: { ...this.#last!.sources, source: known } };
    this.#split ??= await splitSources(this.#sources, pause);
    const sources = await readSources(this.#split, this.#unit, { use, pause });
    this.#last = { sources, index: await wordIndexOf(sources.source, pause) };
    return this.#last;
  }
}
