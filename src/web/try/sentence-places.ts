import type { PlaceBody, QuotationBody, SentenceBody, SourcePlaceBody } from '../../contract/answer.ts';
import type { MatchType, ReasonCode } from '../../contract/words.ts';
import type { Range } from './spans.ts';
import { matchWords } from './words.ts';

/** With these codes a reason names a whole statement or quotation, not the words that differ. */
const WHOLE: ReadonlySet<ReasonCode> = new Set(['not_asserted', 'quotation_differs']);

/** True if the places of a reason are words to be framed. */
export function isFramed(code: ReasonCode): boolean {
  return !WHOLE.has(code);
}

/** The words of a sentence that differ from the sources: what reasons and altered quotations found. Offsets into the answer. */
export function differingWords(sentence: SentenceBody): Range[] {
  const isPassing = sentence.outcome === 'pass';
  const found = sentence.reasons.flatMap(({ code, found: place }) => {
    // A sentence that passes may well say it in other words.
    const isSame = isPassing && code === 'words_not_in_source';
    return place !== null && isFramed(code) && !isSame ? [place] : [];
  });
  return [...found, ...sentence.quotations.flatMap(alteredWords)]
    .filter((range) => isPartOf(range, sentence))
    .map(({ start, end }) => ({ start, end }));
}

function isPartOf({ start, end }: Range, sentence: PlaceBody): boolean {
  const isWhole = start === sentence.start && end === sentence.end;
  return start >= sentence.start && end <= sentence.end && start < end && !isWhole;
}

/** Differences come without places, in the order of the quotation. */
function alteredWords({ start, text, differences }: QuotationBody): Range[] {
  const words = differences.map(({ found }) => found);
  return placesInOrder(text, words).map((range) => ({ start: start + range.start, end: start + range.end }));
}

interface SourceRange extends Range {
  readonly source_id: string;
}

export interface SentencePlace extends SourcePlaceBody {
  readonly kind: MatchType | 'quotation';
  /** True if a calculation with numbers of the sources decided. */
  readonly isCalculated?: boolean;
}

/** The places in the sources that belong to a sentence, each once: what decided it, else the places of its quotations. */
export function sentencePlaces({ evidence, quotations, derivation }: SentenceBody): SentencePlace[] {
  const calculated = derivation === undefined ? {} : { isCalculated: true };
  const decided = evidence.map((one): SentencePlace => ({ ...one, ...calculated, kind: one.match_type }));
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

/** The words of the sources in place of the differing words of a sentence. */
export function expectedPlaces({ reasons, quotations }: SentenceBody): SourceRange[] {
  const known = reasons.flatMap(({ code, expected }) => (expected === null || !isFramed(code) ? [] : [expected]));
  return [...known, ...quotations.flatMap(alteredInSource)];
}

/** The places of an altered quotation's differences in the source, in which they come in the order of the text. */
function alteredInSource({ places, differences }: QuotationBody): SourceRange[] {
  return places.flatMap(({ source_id, start, text }) =>
    placesInOrder(
      text,
      differences.map(({ expected }) => expected),
    ).map((range) => ({ source_id, start: start + range.start, end: start + range.end })),
  );
}

export function kindWords({ kind, isCalculated }: Pick<SentencePlace, 'kind' | 'isCalculated'>): string {
  if (kind === 'quotation') return '“ quoted';
  const { sign, label } = matchWords(kind, isCalculated);
  return `${sign} ${label}`;
}

/** Where parts appear in a text, each after the one before; those that are empty or not there are left out. */
function placesInOrder(text: string, parts: readonly string[]): Range[] {
  let from = 0;
  return parts.flatMap((part) => {
    const start = part === '' ? -1 : text.indexOf(part, from);
    if (start < 0) return [];
    from = start + part.length;
    return [{ start, end: from }];
  });
}
