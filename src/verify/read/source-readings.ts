import { finishedWithPauses, type Pause } from '../../pause.ts';
import {
  FUNCTION_WORD_WEIGHT,
  finished,
  isFunctionWord,
  type Span,
  sentenceWords,
  surfaceIndex,
  surfaceNeedle,
  type Table,
  tableSteps,
  tablesIn,
  wordKey,
} from '../../text/index.ts';
import { FEW_UNRELATED, MOST_UNRELATED } from '../decision-constants.ts';
import {
  type Factuality,
  factualityOf,
  NOTICE_SENTENCES,
  proseTableSteps,
  type ReadDocument,
  replacementNotice,
  type SurfaceReading,
  surfaceReading,
  surfaceReadingSteps,
} from '../rules/index.ts';
import { oncePer } from '../rules/keyed.ts';
import { writtenOn } from './dated-texts.ts';
import type { Premise } from './premises.ts';
import type { Place, Source, SourceSentence } from './source.ts';
import type { TextPiece } from './text-pieces.ts';
import { joinWritten, readWritten, type WordsAndKeys, type WrittenText } from './written-text.ts';

/** Where a source says a claim span in the span's own words. */
export interface Quotation {
  readonly place: Place;
  /** How the source presents these words; undefined where it asserts them. */
  readonly factuality: Factuality | undefined;
}

/** More places than this say nothing new. */
const MAX_PLACES = 8;

/** A source with the spans of its sentences that are read. */
interface SentencesOfSource {
  readonly number: number;
  readonly source: Source;
  readonly spans: readonly Span[];
  readonly pieces: readonly TextPiece[];
}

/** The beginning of a source, where its title and its notices are. */
export interface SourceOpening {
  /** The keys of the content words of the headings before its first sentence. */
  readonly titleWords: ReadonlySet<string>;
  /** It says that it is replaced or outdated. */
  readonly isReplaced: boolean;
  /** The keys of the content words of each title that it says it replaces. */
  readonly replaces: readonly ReadonlySet<string>[];
}

/** One reading serves all sets of sources that a source is in. */
const tablesOf = new WeakMap<Source, readonly Table[]>();

/** The words of some sources, each part read once and when it is first asked for. */
export class SourceReadings {
  readonly #sources: readonly SentencesOfSource[];
  readonly #sentences: readonly TextPiece[];
  /** The number of the source of each sentence. */
  readonly #documents: readonly number[];
  readonly #premises = new Map<string, SurfaceReading>();
  readonly #quotations = new Map<string, Quotation | undefined>();
  readonly #openings = new Map<number, SourceOpening>();
  readonly #written = new Map<number, WrittenText>();
  readonly #coherent = new Map<number, boolean>();
  #words: SourceWords | undefined;
  #whole: Promise<SurfaceReading> | undefined;
  #everywhere: WordsAndKeys | undefined;

  constructor(sources: readonly Source[], sentences: readonly SourceSentence[]) {
    this.#sentences = sentences;
    this.#documents = sentences.map(({ document }) => document.number);
    this.#sources = [...new Set(sentences.map(({ document }) => document))].map(({ number, first, end }) => {
      const pieces = sentences.slice(first, end);
      return { number, source: sources[number]!, pieces, spans: pieces.map(({ span }) => span) };
    });
  }

  /** The title and the notices of the source of this number. */
  opening(number: number): SourceOpening {
    return kept(this.#openings, number, () => readOpening(this.#sources.find((one) => one.number === number)!.pieces));
  }

  /** The words of each sentence, for coverage. */
  words(): SourceWords {
    this.#words ??= readSourceWords(this.#sentences);
    return this.#words;
  }

  /** True if the sentences of the source of this number hang together. */
  isCoherent(number: number): boolean {
    return kept(this.#coherent, number, () =>
      hangTogether(this.words().sentences.filter((_, i) => this.#documents[i] === number)),
    );
  }

  /** All sentences as the rules read them; the offsets of the reading are its own. Rejects as `pause` does. */
  whole(pause: Pause): Promise<SurfaceReading> {
    this.#whole ??= this.#readWhole(pause).catch((error: unknown) => {
      this.#whole = undefined;
      throw error;
    });
    return this.#whole;
  }

  async #readWhole(pause: Pause): Promise<SurfaceReading> {
    const spans: Span[] = [];
    let length = 0;
    for (const { source, spans: own } of this.#sources) {
      for (const { start, end } of own) spans.push({ start: start + length, end: end + length });
      length += source.text.length + BETWEEN.length;
    }
    const text = this.#sources.map(({ source }) => source.text).join(BETWEEN);
    let end = 0;
    const ends = this.#sources.map(({ source }) => {
      end += source.text.length + BETWEEN.length;
      return { end, source };
    });
    const dayAt = (offset: number) => {
      const one = ends.find((each) => offset < each.end);
      return one && writtenOn(one.source);
    };
    const whole = await finishedWithPauses(surfaceReadingSteps(text, spans, dayAt), pause);
    await finishedWithPauses(proseTableSteps(whole), pause);
    return whole;
  }

  /** The source of this number as a part of the reading of all, with the places of its tables. */
  documentIn(reading: SurfaceReading, number: number): ReadDocument {
    const at = this.#sources.findIndex((one) => one.number === number);
    const base = this.#sources
      .slice(0, at)
      .reduce((length, { source: { text } }) => length + text.length + BETWEEN.length, 0);
    const { text } = this.#sources[at]!.source;
    const tables = this.tables(number).map(({ start, end }) => ({ start: start + base, end: end + base }));
    return { reading, tables, start: base, end: base + text.length, moved: -base };
  }

  /** Where a source says these words, plainly if one does so in one of the first places. A title says nothing. */
  quotation(words: string): Quotation | undefined {
    if (!this.#quotations.has(words)) this.#quotations.set(words, this.#find(words));
    return this.#quotations.get(words);
  }

  #find(words: string): Quotation | undefined {
    const wanted = surfaceNeedle(words);
    let first: Quotation | undefined;
    let places = 0;
    for (const { number, source, spans } of this.#sources) {
      const { before, text } = source;
      for (const { start, end } of indexOfOwnText(source).findAll(wanted, MAX_PLACES - places)) {
        const place = { source: number, start: start + before, end: end + before };
        const quotation = { place, factuality: factualityOf(text, place, spans) };
        if (quotation.factuality === undefined) return quotation;
        first ??= quotation;
        places += 1;
      }
    }
    return first;
  }

  /** The tables of the source of this number; their offsets are into its text. Those of a long text are read before. */
  tables(number: number): readonly Table[] {
    const source = this.#sourceOf(number);
    if (source === undefined) return [];
    const known = tablesOf.get(source) ?? tablesIn(source.text);
    tablesOf.set(source, known);
    return known;
  }

  /** Reads the tables of a source, with turns for others. Rejects as `pause` does. */
  async readTables(number: number, pause: Pause): Promise<void> {
    const source = this.#sourceOf(number);
    if (source !== undefined && !tablesOf.has(source))
      tablesOf.set(source, await finishedWithPauses(tableSteps(source.text), pause));
  }

  #sourceOf(number: number): Source | undefined {
    return this.#sources.find((one) => one.number === number)?.source;
  }

  /** A premise as the rules read it, its sentences with a space between them. */
  premise({ sentences }: Premise): SurfaceReading {
    return kept(this.#premises, sentences.join(), () => {
      const texts = sentences.map((i) => this.#sentences[i]!.text);
      let start = 0;
      const spans = texts.map(({ length }): Span => {
        start += length + 1;
        return { start: start - length - 1, end: start - 1 };
      });
      const source = this.#sourceOf(this.#documents[sentences[0]!]!);
      return surfaceReading(texts.join(' '), spans, () => source && writtenOn(source));
    });
  }

  /** The words of a premise as written, its sentences with a line end between them. */
  written({ sentences }: Pick<Premise, 'sentences'>): WrittenText {
    return joinWritten(sentences.map((i) => ({ length: this.#sentences[i]!.text.length, words: this.#writtenOf(i) })));
  }

  #writtenOf(i: number): WrittenText {
    return kept(this.#written, i, () => readWritten(this.#sentences[i]!.text));
  }

  /** The words of all sentences. Those of a long source are read before. */
  everywhere(): WordsAndKeys {
    this.#everywhere ??= finished(this.#everywhereSteps());
    return this.#everywhere;
  }

  /** Reads the words of all sentences, with turns for others. Rejects as `pause` does. */
  async readEverywhere(pause: Pause): Promise<void> {
    this.#everywhere ??= await finishedWithPauses(this.#everywhereSteps(), pause);
  }

  *#everywhereSteps(): Generator<undefined, WordsAndKeys> {
    const all = { words: new Set<string>(), keys: new Set<string>() };
    for (let i = 0; i < this.#sentences.length; i += 1) {
      const { words, keys } = this.#writtenOf(i);
      for (const word of words) all.words.add(word);
      for (const key of keys) all.keys.add(key);
      yield;
    }
    return all;
  }
}

const BETWEEN = '\n\n';

function readOpening(pieces: readonly TextPiece[]): SourceOpening {
  const texts = pieces.map(({ normalised }) => normalised);
  const headings = pieces.findIndex(({ kind }) => kind !== 'heading');
  const { isReplaced, replaces } = replacementNotice(texts.slice(0, NOTICE_SENTENCES));
  const title = headings < 0 ? texts : texts.slice(0, headings);
  return { titleWords: contentKeys(title.join(' ')), isReplaced, replaces: replaces.map(contentKeys) };
}

function contentKeys(text: string): ReadonlySet<string> {
  const names = new Set(abbreviationsIn(text));
  return new Set(
    sentenceWords(text)
      .filter((word) => !isFunctionWord(word) || names.has(word))
      .map(wordKey),
  );
}

/** Words in capitals among others: "US" and "IT" name something, "us" and "it" do not. */
function abbreviationsIn(text: string): string[] {
  if (!/\p{Ll}/u.test(text)) return [];
  return [...text.matchAll(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu)].map(([word]) => word.toLowerCase());
}

/** A source without its title, for searches; one index serves all sets of sources that it is in. */
const indexOfOwnText = oncePer(({ text, before }: Source) => surfaceIndex(before === 0 ? text : text.slice(before)));

function kept<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

export interface SourceWords {
  /** Words of each sentence. */
  readonly sentences: readonly ReadonlySet<string>[];
  /** For each word the sentences that hold it, ascending. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

function readSourceWords(read: readonly TextPiece[]): SourceWords {
  const sentences: Set<string>[] = [];
  const places = new Map<string, number[]>();
  for (const [i, { normalised }] of read.entries()) {
    const keys = new Set(sentenceWords(normalised).map(wordKey));
    for (const key of keys) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [i]);
      else known.push(i);
    }
    sentences.push(keys);
  }
  return { sentences, places };
}

/** True if enough of these sentences, or all but a few, have a content word in common with another one. */
export function hangTogether(sentences: readonly ReadonlySet<string>[]): boolean {
  const holding = new Map<string, number>();
  for (const keys of sentences) for (const key of keys) holding.set(key, (holding.get(key) ?? 0) + 1);
  const isShared = (key: string) => holding.get(key)! > 1 && !isFunctionWord(key) && !/^\d+$/.test(key);
  const unrelated = sentences.filter((keys) => ![...keys].some(isShared)).length;
  return unrelated <= FEW_UNRELATED || unrelated <= MOST_UNRELATED * sentences.length;
}

/**
 * The distinct words of a hypothesis by their keys, and how much finding each in a premise says: inverse document frequency
 * among the sentences of the source that share a content word with the hypothesis, log(1 + sentences / max(frequency, 1/2)).
 * A word that each of them holds picks none of them out, and sentences about something else change no weight.
 */
export function weighWords(hypothesisWords: readonly string[], { places }: SourceWords): ReadonlyMap<string, number> {
  const content = new Map(hypothesisWords.map((word) => [wordKey(word), !isFunctionWord(word)]));
  const related = new Set<number>();
  for (const [key, isContent] of content) if (isContent) for (const i of places.get(key) ?? []) related.add(i);
  const weights = new Map<string, number>();
  for (const [key, isContent] of content) {
    const frequency = (places.get(key) ?? []).reduce((count, i) => (related.has(i) ? count + 1 : count), 0);
    const idf = Math.log(1 + Math.max(related.size, 1) / Math.max(frequency, 0.5));
    weights.set(key, isContent ? idf : FUNCTION_WORD_WEIGHT * idf);
  }
  return weights;
}

/** Share of the words, by weight, that at least one of the sets holds, 0 to 1; 0 when there are no words. */
export function coverage(
  weights: ReadonlyMap<string, number>,
  sets: readonly Pick<ReadonlySet<string>, 'has'>[],
): number {
  let found = 0;
  let total = 0;
  for (const [key, weight] of weights) {
    total += weight;
    if (sets.some((set) => set.has(key))) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

/** `coverage` of every single sentence, in time of the words' occurrences. */
export function coverages(weights: ReadonlyMap<string, number>, { sentences, places }: SourceWords): number[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const found = sentences.map(() => 0);
  for (const [key, weight] of weights) for (const i of places.get(key) ?? []) found[i]! += weight;
  return found.map((weight) => (total === 0 ? 0 : weight / total));
}
