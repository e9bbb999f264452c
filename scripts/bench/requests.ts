import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { KINDS, type Kind, TextWriter } from './bench-texts.ts';

export interface PreparedRequest {
  readonly kind: Kind;
  /** The JSON body. */
  readonly body: string;
}

/**
 * Number of bodies prepared in advance, so that creating them takes no CPU time during the measurement. Enough that the
 * server's caches have dropped the sentences of a body before it is sent again.
 */
const PREPARED_BODIES: Readonly<Record<Kind, number>> = { short: 4000, medium: 1500, long: 500, longest: 300 };

/** Requests of all sizes, in the same order in every run. */
export class RequestSource {
  readonly #bodies: ReadonlyMap<Kind, readonly string[]>;
  readonly #next = new Map<Kind, number>();
  readonly #random: () => number;
  #mixed = 0;
  #longestAt = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const writer = new TextWriter(seed);
    const write = (kind: Kind) => Array.from({ length: PREPARED_BODIES[kind] }, () => toBody(writer, kind));
    this.#bodies = new Map(KINDS.map((kind) => [kind, write(kind)]));
  }

  next(kind: Kind): PreparedRequest {
    const bodies = this.#bodies.get(kind)!;
    const place = this.#next.get(kind) ?? 0;
    this.#next.set(kind, place + 1);
    return { kind, body: bodies[place % bodies.length]! };
  }

  /** One longest request at a random position among each `shortAndLongest`, otherwise short ones: loads differ only in order. */
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
