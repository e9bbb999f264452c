import type { Premise } from './premises.ts';
import type { ReadTexts } from './read-texts.ts';
import { type SurfaceReading, surfaceSteps } from './rules/index.ts';
import { type Rest, withRests } from './yield-regularly.ts';

/** What the rules know of the premises of one source, each read once: the spans of a claim share most of them. */
export class PremiseReadings {
  readonly #source: string;
  readonly #sentences: ReadTexts['sentences'];
  readonly #known = new Map<string, SurfaceReading>();

  constructor(source: string, { sentences }: ReadTexts) {
    this.#source = source;
    this.#sentences = sentences;
  }

  async of({ sentences }: Premise, rest: Rest): Promise<SurfaceReading> {
    const key = sentences.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const spans = sentences.map((i) => this.#sentences[i]!.span);
    const text = spans.map(({ start, end }) => this.#source.slice(start, end)).join(' ');
    const reading = await withRests(surfaceSteps(text), rest);
    this.#known.set(key, reading);
    return reading;
  }
}
