import type { Quotation, Sentence, SourcePlace } from './answer-contract.ts';
import { MATCHES, type MatchType } from './contract.ts';
import { placesInOrder } from './places-in-order.ts';
import type { Range } from './spans.ts';

interface SourceRange extends Range {
  readonly source_id: string;
}

/** A place of a source that belongs to a sentence. */
export interface SentencePlace extends SourcePlace {
  readonly kind: MatchType | 'quotation';
}

/** The places in the sources that belong to a sentence, each once: what decided it, else where its quotations stand. */
export function sentencePlaces({ evidence, quotations }: Sentence): SentencePlace[] {
  const decided = evidence.map((one): SentencePlace => ({ ...one, kind: one.match_type }));
  const quoted = quotations.flatMap(({ places }) =>
    places.map((one): SentencePlace => ({ ...one, kind: 'quotation' })),
  );
  const byPlace = new Map<string, SentencePlace>();
  for (const place of [...decided, ...quoted]) {
    const name = JSON.stringify([place.source_id, place.start, place.end]);
    if (!byPlace.has(name)) byPlace.set(name, place);
  }
  return [...byPlace.values()];
}

/** What the sources say in place of the words of a sentence that differ. */
export function expectedPlaces({ reasons, quotations }: Sentence): SourceRange[] {
  // A statement that a source does not assert is a place, but no word of it differs.
  const known = reasons.flatMap(({ code, expected }) =>
    expected === null || code === 'not_asserted' ? [] : [expected],
  );
  return [...known, ...quotations.flatMap(alteredInSource)];
}

/** Where an altered quotation stands, its differences come in the order of the text. */
function alteredInSource({ places, differences }: Quotation): SourceRange[] {
  return places.flatMap(({ source_id, start, text }) =>
    placesInOrder(
      text,
      differences.map(({ expected }) => expected),
    ).map((range) => ({ source_id, start: start + range.start, end: start + range.end })),
  );
}

export function kindWords(kind: SentencePlace['kind']): string {
  if (kind === 'quotation') return '“ quoted';
  const { sign, label } = MATCHES[kind];
  return `${sign} ${label}`;
}
