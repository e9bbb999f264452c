import { type ReadSources, readSources, type SplitSources } from '../../answer/read-sources.ts';
import type { SourcePlaceBody } from '../../contract/answer.ts';
import type { OffsetUnit } from '../../contract/answer-request.ts';
import type { Pause } from '../../pause.ts';
import { type KindedSpan, movedSpan, type Span } from '../../text/index.ts';
import type { Sources } from '../../verify/pipeline.ts';
import type { SourceUse } from '../../verify/read/read-source.ts';
import type { DocumentPlace, ReadDocument } from '../document.ts';
import type { Finder } from '../index/finder.ts';
import { placeIn } from '../place.ts';
import type { Passage } from '../split/split-document.ts';

/** A place of a document: offsets into its text, and where a person finds it. */
export type DocumentPlaceBody = SourcePlaceBody & DocumentPlace;

/** Passages, read as the sources of one sentence. */
export interface PassageSources {
  readonly sources: ReadSources;
  /** All of them, as documents of one source. */
  readonly together: Sources;
  /** The documents of the passages, by the numbers of the sources. */
  readonly documents: readonly ReadDocument[];
}

const BETWEEN = '\n\n';

/**
 * Reads passages, and nothing else of the folder: what counts sentences of the source counts these, so that a large folder
 * is to the calibration as a source of a request. Places carry page, line and headings.
 */
export async function readPassages(
  passages: readonly Passage[],
  finder: Finder,
  { use, unit, pause }: { readonly use: SourceUse; readonly unit: OffsetUnit; readonly pause: Pause },
): Promise<PassageSources> {
  const read: ReadDocument[] = [];
  for (const { file } of passages) read.push(await finder.document(file));
  const sources = withPlaces(await readSources(joined(passages, read), unit, { use, pause }), read);
  const { source } = sources;
  const decides = (place: Span) => sources.placeBody(place) !== undefined;
  return { sources, documents: read, together: { source, decides } };
}

function joined(passages: readonly Passage[], documents: readonly ReadDocument[]): SplitSources {
  const places: SplitSources['documents'][number][] = [];
  const spans: KindedSpan[][] = [];
  let text = '';
  for (const [i, passage] of passages.entries()) {
    const by = text.length;
    const { file, start: textFrom, before } = passage;
    places.push({
      source: { id: file, text: documents[i]!.text },
      ...{ start: by, end: by + passage.text.length, textStart: by + before, textFrom },
    });
    spans.push(passage.spans.map((span) => movedSpan(span, by)));
    text += passage.text + BETWEEN;
  }
  return { text, documents: places, spans };
}

/** Every place that is given out tells page, line and headings too. */
function withPlaces(sources: ReadSources, documents: readonly ReadDocument[]): ReadSources {
  const sourcePlaceBody = (d: number, span: Span): DocumentPlaceBody => ({
    ...sources.sourcePlaceBody(d, span),
    ...placeIn(documents[d]!, span.start),
  });
  const placeBody = (span: Span) => {
    const place = sources.ownPlace(span);
    return place && sourcePlaceBody(place.source, place.span);
  };
  return { ...sources, sourcePlaceBody, placeBody };
}
