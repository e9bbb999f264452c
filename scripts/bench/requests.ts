import { seededRandom } from '../../src/evaluation/random.ts';
import { LONGEST, type RequestSize, SHORT, TextWriter } from './texts.ts';

export type Kind = 'short' | 'longest';

export interface PreparedRequest {
  readonly kind: Kind;
  /** The JSON body. */
  readonly body: string;
}

const SIZES: Readonly<Record<Kind, RequestSize>> = { short: SHORT, longest: LONGEST };
/** Bodies written ahead, so that writing them takes no CPU from what is measured. Enough that no memory of sentences or scores holds a round of them. */
const AHEAD: Readonly<Record<Kind, number>> = { short: 2000, longest: 300 };

/** Requests of both kinds, in an order that is the same in every run. */
export class RequestSource {
  readonly #bodies: Readonly<Record<Kind, readonly string[]>>;
  readonly #next: Record<Kind, number> = { short: 0, longest: 0 };
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const writer = new TextWriter(seed);
    const write = (kind: Kind) => Array.from({ length: AHEAD[kind] }, () => toBody(writer, SIZES[kind]));
    this.#bodies = { short: write('short'), longest: write('longest') };
  }

  next(kind: Kind): PreparedRequest {
    const bodies = this.#bodies[kind];
    return { kind, body: bodies[this.#next[kind]++ % bodies.length]! };
  }

  /** Longest with the probability given, else short. */
  mixed(longestShare: number): PreparedRequest {
    return this.next(this.#random() < longestShare ? 'longest' : 'short');
  }
}

function toBody(writer: TextWriter, size: RequestSize): string {
  const { claim, source } = writer.request(size);
  return JSON.stringify({ claim, grounding_source: source });
}
