import type { PlaceBody, QuotationBody, SentenceBody, SourcePlaceBody } from '../../contract/answer.ts';
import type { Outcome } from '../../contract/verify.ts';
import type { MatchType, ReasonCode } from '../../contract/words.ts';
import type { Frame } from './marked-spans.ts';
import type { Range } from './spans.ts';
import { matchWords } from './words.ts';

/** With these codes a reason names a whole statement or quotation, not the words that differ. */
const WHOLE: ReadonlySet<ReasonCode> = new Set(['not_asserted', 'quotation_differs']);

/** A reason of a sentence or of a claim; null where it names no words. */
interface Opposed {
  readonly code: ReasonCode;
  readonly expected: Range | null;
  readonly found: Range | null;
}

/** The reasons whose words are framed. What passes may well say it in other words. */
export function framedReasons<Reason extends Opposed>(
  reasons: readonly Reason[],
  outcome: Outcome | null | undefined,
): Reason[] {
  return reasons.filter(({ code }) => !WHOLE.has(code) && !(outcome === 'pass' && code === 'words_not_in_source'));
}

/** Frames around the words of reasons: those that were `found` in the claim, or `expected` by the source. */
export function framesOf<Reason extends Opposed, Side extends 'expected' | 'found'>(
  reasons: readonly Reason[],
  side: Side,
): (NonNullable<Reason[Side]> & Frame)[] {
  const other = side === 'found' ? 'expected' : 'found';
  return reasons.flatMap((reason) => {
    const place = reason[side];
    return place === null ? [] : [{ ...place, isAlone: reason[other] === null }];
  });
}

/** The words of a sentence that differ from the sources: what reasons and altered quotations found. Offsets into the answer. */
export function differingWords(sentence: SentenceBody): Frame[] {
  const found = framesOf(framedReasons(sentence.reasons, sentence.outcome), 'found');
  return [...found, ...sentence.quotations.flatMap(alteredWords)]
    .filter((range) => isPartOf(range, sentence))
    .map(({ start, end, isAlone }) => ({ start, end, isAlone }));
}

function isPartOf({ start, end }: Range, sentence: PlaceBody): boolean {
  const isWhole = start === sentence.start && end === sentence.end;
  return start >= sentence.start && end <= sentence.end && start < end && !isWhole;
}

/** Differences come without places, in the order of the quotation. */
function alteredWords({ start, text, differences }: QuotationBody): Frame[] {
  return framesInOrder(
    text,
    differences.map(({ found, expected }) => [found, expected]),
    start,
  );
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
export function expectedPlaces({ reasons, quotations, outcome }: SentenceBody): (Frame & { source_id: string })[] {
  const known = framesOf(framedReasons(reasons, outcome), 'expected');
  const altered = quotations.flatMap(({ places, differences }) =>
    places.flatMap(({ source_id, start, text }) =>
      framesInOrder(
        text,
        differences.map(({ found, expected }) => [expected, found]),
        start,
      ).map((frame) => ({ ...frame, source_id })),
    ),
  );
  return [...known, ...altered];
}

export function kindWords({ kind, isCalculated }: Pick<SentencePlace, 'kind' | 'isCalculated'>): string {
  if (kind === 'quotation') return '“ quoted';
  const { sign, label } = matchWords(kind, isCalculated);
  return `${sign} ${label}`;
}

/** Where the words of one text appear, each after those before; words that are empty or not there are left out. `offset`: of the text. */
function framesInOrder(
  text: string,
  parts: readonly (readonly [words: string, others: string])[],
  offset: number,
): Frame[] {
  let from = 0;
  return parts.flatMap(([words, others]) => {
    const start = words === '' ? -1 : text.indexOf(words, from);
    if (start < 0) return [];
    from = start + words.length;
    return [{ start: offset + start, end: offset + from, isAlone: others === '' }];
  });
}
