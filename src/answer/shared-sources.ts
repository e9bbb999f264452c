import type { AnswerSource, OffsetUnit } from '../contract/answer-request.ts';
import type { Pause } from '../pause.ts';
import { type SourceUse, sameDocumentsFor } from '../verify/read/read-source.ts';
import { wordIndexOf } from './nearest-sentences.ts';
import { type ReadSources, readSources, type SplitSources, splitSources } from './read-sources.ts';
import type { WordIndex } from './word-index.ts';

/** Sources as an answer's sentences are checked against them. */
export interface IndexedSources {
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
