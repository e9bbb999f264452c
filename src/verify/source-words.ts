import type { Premise } from './premises.ts';
import type { ReadTexts } from './read-texts.ts';
import { joinWritten, type WrittenText, writtenSteps } from './written-text.ts';
import { type Rest, withRests } from './yield-regularly.ts';

/** The written words of one source: each sentence is read once, whatever premises it is part of. */
export class SourceWords {
  readonly #source: string;
  readonly #sentences: ReadTexts['sentences'];
  readonly #read = new Map<number, WrittenText>();
  #everywhere: WrittenText | undefined;

  constructor(source: string, { sentences }: ReadTexts) {
    this.#source = source;
    this.#sentences = sentences;
  }

  /** The words of a premise whose sentences have a line end between them. */
  async of({ sentences }: Premise, rest: Rest): Promise<WrittenText> {
    const read: { length: number; words: WrittenText }[] = [];
    for (const i of sentences)
      read.push({ length: this.#sentences[i]!.text.length, words: await this.#sentence(i, rest) });
    return joinWritten(read);
  }

  async everywhere(rest: Rest): Promise<WrittenText> {
    this.#everywhere ??= await withRests(writtenSteps(this.#source), rest);
    return this.#everywhere;
  }

  async #sentence(index: number, rest: Rest): Promise<WrittenText> {
    const known = this.#read.get(index);
    if (known !== undefined) return known;
    const words = await withRests(writtenSteps(this.#sentences[index]!.text), rest);
    this.#read.set(index, words);
    return words;
  }
}
