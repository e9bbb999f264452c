import { seededRandom } from '../../src/evaluation/random.ts';
import { KINDS, type Kind, TextWriter } from './texts.ts';

export interface PreparedRequest {
  readonly kind: Kind;
  /** The JSON body. */
  readonly body: string;
}

/**
 * Bodies written ahead, so that writing them takes no CPU from what is measured. Enough that the server has forgotten the
 * sentences of one by the time it comes round again.
 */
const AHEAD: Readonly<Record<Kind, number>> = { short: 4000, medium: 1500, long: 500, longest: 300 };

/** Requests of all sizes, in an order that is the same in every run. */
export class RequestSource {
  readonly #bodies: ReadonlyMap<Kind, readonly string[]>;
  readonly #next = new Map<Kind, number>();
  readonly #random: () => number;
  #mixed = 0;
  #longestAt = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const writer = new TextWriter(seed);
    const write = (kind: Kind) => Array.from({ length: AHEAD[kind] }, () => toBody(writer, kind));
    this.#bodies = new Map(KINDS.map((kind) => [kind, write(kind)]));
  }

  next(kind: Kind): PreparedRequest {
    const bodies = this.#bodies.get(kind)!;
    const place = this.#next.get(kind) ?? 0;
    this.#next.set(kind, place + 1);
    return { kind, body: bodies[place % bodies.length]! };
  }

  /** One longest request at a random place among each `shortAndLongest`, else short ones: equal loads differ in order alone. */
  mixed(shortAndLongest: number): PreparedRequest {
    const place = this.#mixed++ % shortAndLongest;
    if (place === 0) this.#longestAt = Math.floor(this.#random() * shortAndLongest);
    return this.next(place === this.#longestAt ? 'longest' : 'short');
  }
}

function toBody(writer: TextWriter, kind: Kind): string {
  const { claim, source } = writer.request(kind);
  return JSON.stringify({ claim, grounding_source: source });
}
