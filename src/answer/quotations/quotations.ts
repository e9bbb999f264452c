import type { PlaceBody, QuotationBody } from '../../contract/answer.ts';
import type { Pause } from '../../pause.ts';
import { firstIndex } from '../../text/index.ts';
import { inDocument, type Place } from '../../verify/read/source.ts';
import type { AnswerInput } from '../answer-request.ts';
import type { PreparedAnswer, PreparedSentence } from '../prepare-answer.ts';
import { readableText } from '../readable-source.ts';
import type { SourcesOfAnswer } from '../sources.ts';
import { type AlteredPlace, alteredPlace, alteredWithin, differencesOf } from './find-altered.ts';
import {
  endOf,
  placesOf,
  type QuotationIndex,
  quotationIndex,
  rarestOf,
  type SourcePlace,
  sourceAt,
  sourcePlace,
  type WordRun,
  wordsWithin,
} from './quotation-index.ts';
import { isWrittenAs, type QuotationPart, quotationParts } from './quotation-parts.ts';

export interface QuotationFinding extends Pick<QuotationBody, 'status' | 'differences'> {
  /** One for each part of the quotation; none when not found. */
  readonly places: readonly SourcePlace[];
}

/** A text between quotation marks, and the numbers of the known sources that it cites; undefined when it cites nothing. */
export interface Quotation {
  readonly text: string;
  readonly cited: ReadonlySet<number> | undefined;
}

const NOT_FOUND: QuotationFinding = { status: 'not_found', places: [], differences: [] };

/** Quotations of more parts are only looked up as they are. */
const MAX_ALTERED_PARTS = 20;

/**
 * Looks a quotation up in the sources word for word. The case of its first letter, white space, punctuation between words
 * and the kind of quotation marks and apostrophes do not count; "[...]" and "..." join parts that appear in one source in
 * this order. Takes time by the length of the quotation and by how often its rarest words occur.
 */
export function lookUp(index: QuotationIndex, { text, cited }: Quotation): QuotationFinding {
  const parts = quotationParts(text, index);
  if (parts.length === 0) return NOT_FOUND;
  const verbatim = verbatimPlaces(index, parts, cited);
  if (verbatim !== undefined) return { status: 'verbatim', places: verbatim, differences: [] };
  const near = alteredParts(index, parts, cited);
  return near === undefined ? NOT_FOUND : alteredFinding(index, parts, near);
}

/** The first source that has the parts word for word, in their order; the cited ones are asked first. */
function verbatimPlaces(
  index: QuotationIndex,
  parts: readonly QuotationPart[],
  cited: ReadonlySet<number> | undefined,
): SourcePlace[] | undefined {
  const isCited = (source: number) => Number(cited?.has(source) ?? false);
  for (const source of [...index.texts.keys()].sort((a, b) => isCited(b) - isCited(a))) {
    const copies = copiesIn(index, parts, source);
    if (copies !== undefined) return copies.map((copy) => sourcePlace(index, copy));
  }
  return undefined;
}

/** The nearest place of every part; undefined where they are not in one source in this order. */
function alteredParts(
  index: QuotationIndex,
  parts: readonly QuotationPart[],
  cited: ReadonlySet<number> | undefined,
): AlteredPlace[] | undefined {
  if (parts.length > MAX_ALTERED_PARTS) return undefined;
  const near: AlteredPlace[] = [];
  for (const part of parts) {
    const found = alteredPlace(index, part, cited);
    const before = near.at(-1);
    if (found === undefined) return undefined;
    if (
      before !== undefined &&
      (found.first <= before.last || sourceAt(index, found.first) !== sourceAt(index, before.first))
    )
      return undefined;
    near.push(found);
  }
  return near;
}

function alteredFinding(
  index: QuotationIndex,
  parts: readonly QuotationPart[],
  near: readonly AlteredPlace[],
): QuotationFinding {
  return {
    status: 'altered',
    places: near.map((place) => sourcePlace(index, place)),
    differences: near.flatMap(({ pairs }, i) => differencesOf(index, parts[i]!, pairs)),
  };
}

/** The first places where one source has the parts word for word, in their order; `undefined` when they do not. */
function copiesIn(index: QuotationIndex, parts: readonly QuotationPart[], source: number): WordRun[] | undefined {
  const copies: WordRun[] = [];
  for (const part of parts) {
    const from = (copies.at(-1)?.last ?? index.firsts[source]! - 1) + 1;
    const first = firstCopy(index, part, from, endOf(index, source));
    if (first === undefined) return undefined;
    copies.push({ first, last: first + part.ids.length - 1 });
  }
  return copies;
}

/** The first place of a part between two places. Looks where its rarest word is. */
function firstCopy(index: QuotationIndex, part: QuotationPart, from: number, end: number): number | undefined {
  const { ids } = part;
  const rarest = rarestOf(index, ids);
  const places = placesOf(index, ids[rarest]!);
  for (let p = firstIndex(places.length, (i) => places[i]! >= from + rarest); p < places.length; p += 1) {
    const start = places[p]! - rarest;
    if (start + ids.length > end) return undefined;
    const isCopy = (id: number, at: number) =>
      index.ids[start + at] === id && isWrittenAs(part, at, index.words[start + at]!);
    if (ids.every(isCopy)) return start;
  }
  return undefined;
}

/** The quotations of an answer, looked up in the sources. */
export interface Quotations {
  /**
   * Those of a sentence, in order. `places` decided it: against these places alone a quotation of two or three words counts
   * as altered, and it is left out where it is neither there nor anywhere word for word.
   */
  of(sentence: PreparedSentence, places: readonly Place[]): readonly QuotationBody[];
}

/** Looks up the quotations of all sentences, but for short ones that appear in no source as they are. */
export async function lookUpQuotations(
  { sources }: AnswerInput,
  prepared: PreparedAnswer,
  { read, pause }: { readonly read: SourcesOfAnswer; readonly pause: Pause },
): Promise<Quotations> {
  const quoting = prepared.sentences.filter(({ quotations }) => quotations.length > 0);
  const found = new Map<PreparedSentence, readonly LookedUp[]>();
  const index = quotationIndex(quoting.length === 0 ? [] : sources.map(readableText));
  await pause();
  const numbers = new Map(sources.map(({ id }, number) => [id, number]));
  const given = { index, numbers, prepared, read, pause };
  for (const sentence of quoting) found.set(sentence, await bodiesOf(sentence, given));
  return {
    of: (sentence, places) => (found.get(sentence) ?? []).flatMap((one) => bodyBeside(one, places, given)),
  };
}

/** A quotation as it was found; a short one that was not, as the words to look for next to what decides. */
type LookedUp = { readonly body: QuotationBody; readonly short?: QuotationPart };

interface LookUp {
  readonly index: QuotationIndex;
  /** The number of each source by its id. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly prepared: PreparedAnswer;
  readonly read: SourcesOfAnswer;
  readonly pause: Pause;
}

async function bodiesOf({ quotations }: PreparedSentence, given: LookUp): Promise<LookedUp[]> {
  const { index, numbers, prepared, pause } = given;
  const bodies: LookedUp[] = [];
  for (const { span, text, cited } of quotations) {
    const known = new Set(cited.flatMap((id) => numbers.get(id) ?? []));
    const asked = { text, cited: known.size > 0 ? known : undefined };
    const [short, ...others] = quotationParts(text, index);
    const isShort = short !== undefined && others.length === 0 && short.words.length <= SHORT_WORDS;
    const finding = isShort ? shortLookUp(index, short) : lookUp(index, asked);
    await pause();
    const body = quotationBody(prepared.placeBody(span), finding, given);
    bodies.push(isShort && finding.status === 'not_found' ? { body, short } : { body });
  }
  return bodies;
}

/** A text of fewer words may appear anywhere by chance, or be the author's own words in quotation marks. */
const SHORT_WORDS = 3;

function shortLookUp(index: QuotationIndex, part: QuotationPart): QuotationFinding {
  const verbatim = verbatimPlaces(index, [part], undefined);
  return verbatim === undefined ? NOT_FOUND : { status: 'verbatim', places: verbatim, differences: [] };
}

function bodyBeside({ body, short }: LookedUp, places: readonly Place[], given: LookUp): readonly QuotationBody[] {
  if (short === undefined) return [body];
  const { index, read } = given;
  for (const place of places) {
    const span = inDocument(read.sources[place.source]!, place);
    const near = span && alteredWithin(index, short, wordsWithin(index, place.source, span));
    if (near !== undefined) return [quotationBody(body, alteredFinding(index, [short], [near]), given)];
  }
  return [];
}

function quotationBody(
  { start, end, text }: PlaceBody,
  { status, places, differences }: QuotationFinding,
  { read }: LookUp,
): QuotationBody {
  const found = places.map((place) => read.placeOf(place.source, place.span));
  return { start, end, text, status, places: found, differences };
}
