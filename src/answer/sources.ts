import type { SourcePlaceBody } from '../contract/answer.ts';
import type { AnswerSource, OffsetUnit } from '../contract/answer-request.ts';
import type { Pause } from '../pause.ts';
import type { StructuredText } from '../structured/index.ts';
import { movedSpan, type Span, withKinds } from '../text/index.ts';
import { assertionsOfLongText, collected } from '../verify/read/read-claim.ts';
import { readSources, type SourceSet, type SourceUse, sameSourcesFor } from '../verify/read/read-source.ts';
import { inDocument, type Place, type Source } from '../verify/read/source.ts';
import { joinNeighbours } from '../verify/read/text-pieces.ts';
import { offsetTable, placeBody } from './offsets.ts';
import { readableText, structuredOf } from './readable-source.ts';

/** Sentences of all sources: in texts of a few letters a line, neighbours are read together. */
const MAX_SENTENCES = 5_000;
const BEHIND_TITLE = '\n\n';

/** Splits the sources of an answer, each with its title as a heading before its text. */
export async function splitSources(sources: readonly AnswerSource[], pause: Pause): Promise<Source[]> {
  const total = sources.reduce((sum, source) => sum + readableText(source).length, 0);
  const split: Source[] = [];
  for (const source of sources) {
    const { title } = source;
    const text = readableText(source);
    const heading = title === undefined ? '' : title + BEHIND_TITLE;
    const structured = structuredOf(source);
    const found = structured?.spans ?? (await assertionsOfLongText(text, pause));
    await pause();
    const max = Math.max(1, Math.floor((MAX_SENTENCES * text.length) / total));
    const spans = found.length > max ? joinNeighbours(found, max) : found;
    // A value of a record may look like a heading or a question, and is a statement all the same.
    const kinded =
      structured === undefined
        ? await collected(withKinds(text, spans), pause)
        : spans.map((span) => ({ ...span, kind: 'sentence' as const }));
    await pause();
    const titles = title?.trim() ? [{ start: 0, end: title.length, kind: 'heading' as const }] : [];
    split.push({
      text: heading + text,
      before: heading.length,
      start: 0,
      ...(structured && recordsOf(structured, heading.length)),
      spans: [...titles, ...kinded.map((span) => movedSpan(span, heading.length))],
    });
  }
  return split;
}

/** The records of a structured text that begins at an offset. */
function recordsOf({ breaks, objects }: StructuredText, start: number): Pick<Source, 'breaks' | 'records'> {
  return { breaks: breaks.map((at) => at + start), records: { objects, start } };
}

/** A place of a caller's document, by the number of its source, as a body gives it. */
export type DocumentPlaceOf = (source: number, span: Span) => SourcePlaceBody;

/** The places of documents in the caller's unit. The table of a document is built when a place of it is first asked for. */
export function documentPlaces(documents: readonly AnswerSource[], unit: OffsetUnit): DocumentPlaceOf {
  const tables = documents.map(({ text }) => {
    let table: ReturnType<typeof offsetTable> | undefined;
    return () => (table ??= offsetTable(text, unit));
  });
  return (source, span) => {
    const { id, text } = documents[source]!;
    const written = structuredOf(documents[source]!)?.place(span);
    if (written === undefined) return { source_id: id, ...placeBody(text, span, tables[source]!()) };
    return { source_id: id, ...placeBody(text, written.span, tables[source]!()), pointer: written.pointer };
  };
}

/** The sources of an answer as its sentences are checked against them, and how their places are given. */
export interface SourcesOfAnswer {
  readonly sources: readonly Source[];
  readonly placeOf: DocumentPlaceOf;
}

/** A place of a source as a body gives it; undefined for a place in a title. */
export function sourcePlaceBody({ sources, placeOf }: SourcesOfAnswer, place: Place): SourcePlaceBody | undefined {
  const span = inDocument(sources[place.source]!, place);
  return span && placeOf(place.source, span);
}

/**
 * The sources of an answer. They are split once, and read again for its corrected sentences only where the length of these
 * asks for other pieces.
 */
export class SourcesOnce {
  readonly #sources: readonly AnswerSource[];
  #split: readonly Source[] | undefined;
  #last: SourceSet | undefined;

  constructor(sources: readonly AnswerSource[]) {
    this.#sources = sources;
  }

  /** Rejects as `pause` does. */
  async read(use: SourceUse, pause: Pause): Promise<SourceSet> {
    const known = this.#last && sameSourcesFor(this.#last, use);
    if (known !== undefined) return known;
    this.#split ??= await splitSources(this.#sources, pause);
    this.#last = await readSources(this.#split, use, pause);
    return this.#last;
  }
}
