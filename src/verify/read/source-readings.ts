import { type Span, type SurfaceIndex, surfaceIndex } from '../../text/index.ts';
import { type Rest, withRests } from '../../yield-regularly.ts';
import { type Factuality, factualityOf, type SurfaceReading, surfaceSteps } from '../rules/index.ts';
import { readSourceWords, type SourceWords } from './coverage.ts';
import type { Premise } from './premises.ts';
import type { TextPiece } from './text-pieces.ts';
import { joinWritten, type WrittenText, writtenSteps } from './written-text.ts';

/** Where the source says a claim span in the span's own words. */
export interface Quotation {
  readonly span: Span;
  /** What the source does with these words other than assert them. */
  readonly factuality: Factuality | undefined;
}

/** More places than this say nothing new. */
const MAX_PLACES = 8;

/** What has been read of the words of one source, each part once and when it is first asked for. */
export class SourceReadings {
  /** Of the sentences. */
  readonly spans: readonly Span[];
  readonly #text: string;
  readonly #sentences: readonly TextPiece[];
  readonly #premises = new Map<string, Promise<SurfaceReading>>();
  readonly #quotations = new Map<string, Promise<Quotation | undefined>>();
  readonly #written = new Map<number, Promise<WrittenText>>();
  #words: Promise<SourceWords> | undefined;
  #whole: Promise<SurfaceReading> | undefined;
  #index: Promise<SurfaceIndex> | undefined;
  #everywhere: Promise<WrittenText> | undefined;

  constructor(text: string, sentences: readonly TextPiece[]) {
    this.#text = text;
    this.#sentences = sentences;
    this.spans = sentences.map(({ span }) => span);
  }

  /** The words of each sentence, for coverage. */
  words(rest: Rest): Promise<SourceWords> {
    this.#words ??= readSourceWords(this.#sentences, rest);
    return this.#words;
  }

  /** The whole source as the rules read it. */
  whole(rest: Rest): Promise<SurfaceReading> {
    this.#whole ??= withRests(surfaceSteps(this.#text, this.spans), rest);
    return this.#whole;
  }

  /** Where the source says these words, plainly if it does so in one of the first places. */
  quotation(words: string, rest: Rest): Promise<Quotation | undefined> {
    return kept(this.#quotations, words, async () => {
      this.#index ??= withRests(surfaceIndex(this.#text), rest);
      const places = await withRests((await this.#index).findAll(words, MAX_PLACES), rest);
      return this.#plainest(places);
    });
  }

  /** The first place that plainly states the words, else the first place. */
  #plainest(places: readonly Span[]): Quotation | undefined {
    let first: Quotation | undefined;
    for (const span of places) {
      const quotation = { span, factuality: factualityOf(this.#text, span, this.spans) };
      if (quotation.factuality === undefined) return quotation;
      first ??= quotation;
    }
    return first;
  }

  /** A premise as the rules read it, its sentences with a space between them. */
  premise({ sentences }: Premise, rest: Rest): Promise<SurfaceReading> {
    return kept(this.#premises, sentences.join(), () => {
      const text = sentences.map((i) => this.#sentences[i]!.text).join(' ');
      return withRests(surfaceSteps(text), rest);
    });
  }

  /** The words of a premise as written, its sentences with a line end between them. */
  async written({ sentences }: Pick<Premise, 'sentences'>, rest: Rest): Promise<WrittenText> {
    const read: { length: number; words: WrittenText }[] = [];
    for (const i of sentences) {
      const { text } = this.#sentences[i]!;
      const words = await kept(this.#written, i, () => withRests(writtenSteps(text), rest));
      read.push({ length: text.length, words });
      await rest();
    }
    return joinWritten(read);
  }

  /** The words of the whole source as written. */
  writtenEverywhere(rest: Rest): Promise<WrittenText> {
    this.#everywhere ??= this.written({ sentences: this.#sentences.map((_, i) => i) }, rest);
    return this.#everywhere;
  }
}

function kept<Key, Value>(known: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
