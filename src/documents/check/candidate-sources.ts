import { isReadWhole } from '../../answer/nearest-sentences.ts';
import { type ReadSources, readSources, type SplitSources } from '../../answer/read-sources.ts';
import type { SourcePlaceBody } from '../../contract/answer.ts';
import type { OffsetUnit } from '../../contract/answer-request.ts';
import type { Pause } from '../../pause.ts';
import type { KindedSpan, Span } from '../../text/index.ts';
import type { SourceUse } from '../../verify/read/read-source.ts';
import type { ScoringContext } from '../../verify/score/scoring.ts';
import type { DocumentPlace, ReadDocument } from '../document.ts';
import type { Candidate, Finder } from '../index/finder.ts';
import type { Passage } from '../index/split-document.ts';
import { placeIn } from '../place.ts';

/** A place of a document: offsets into its text, and where a person finds it. */
export type DocumentPlaceBody = SourcePlaceBody & DocumentPlace;

/** The passages that candidates stand in, read as the sources of one sentence. */
export interface CandidateSources {
  readonly sources: ReadSources;
  /** The documents of the passages, by the numbers of the sources. */
  readonly documents: readonly ReadDocument[];
  /** The candidates among the sentences of the source; undefined where it is as short as a source of which all is read. */
  readonly nearest: ScoringContext['nearest'];
}

const BETWEEN = '\n\n';

/**
 * Reads the passages of candidates, and nothing else of the folder: what counts sentences of the source counts these, so
 * that a large folder is to the calibration as a source of a request. Places carry page, line and headings.
 */
export async function readCandidates(
  candidates: readonly Candidate[],
  finder: Finder,
  { use, unit, pause }: { readonly use: SourceUse; readonly unit: OffsetUnit; readonly pause: Pause },
): Promise<CandidateSources> {
  const passages = [...new Set(candidates.map(({ passage }) => passage))].sort(byPlace);
  const read: ReadDocument[] = [];
  for (const { file } of passages) read.push(await finder.document(file));
  const split = joined(passages, read);
  const sources = await readSources(split, unit, { use, pause });
  const chosen = candidates.map(({ passage, sentence }) => split.spans[passages.indexOf(passage)]![sentence]!);
  const isChosen = (span: Span) => chosen.some(({ start, end }) => start <= span.start && span.end <= end);
  const { source } = sources;
  const indices = source.standingAlone.filter((i) => isChosen(source.sentences[i]!.span));
  return {
    sources: withPlaces(sources, read),
    documents: read,
    nearest: isReadWhole(source) ? undefined : { most: indices.length, to: () => indices },
  };
}

function byPlace(one: Passage, other: Passage): number {
  return one.file === other.file ? one.start - other.start : one.file < other.file ? -1 : 1;
}

function joined(passages: readonly Passage[], documents: readonly ReadDocument[]): SplitSources {
  const places: SplitSources['documents'][number][] = [];
  const spans: KindedSpan[][] = [];
  let text = '';
  for (const [i, passage] of passages.entries()) {
    const by = text.length;
    const move = ({ start, end }: Span) => ({ start: start + by, end: end + by });
    const { file, start: textFrom, before } = passage;
    places.push({
      source: { id: file, text: documents[i]!.text },
      ...move({ start: 0, end: passage.text.length }),
      ...{ textStart: by + before, textFrom },
    });
    spans.push(
      passage.spans.map(({ kind, header, ...span }) => ({
        ...move(span),
        kind,
        ...(header === undefined ? {} : { header: move(header) }),
      })),
    );
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
