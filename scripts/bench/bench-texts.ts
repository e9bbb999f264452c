import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { MAX_LENGTHS, type VerifyInput } from '../../src/index.ts';

/** Request sizes, from a one-sentence claim on three sentences to the longest that the contract allows. */
export const KINDS = ['short', 'medium', 'long', 'longest'] as const;
export type Kind = (typeof KINDS)[number];

type Length = { readonly sentences: number } | { readonly characters: number };

const SIZES: Readonly<Record<Kind, { readonly claim: Length; readonly source: Length }>> = {
  short: { claim: { sentences: 1 }, source: { sentences: 3 } },
  medium: { claim: { sentences: 1 }, source: { sentences: 10 } },
  long: { claim: { sentences: 2 }, source: { sentences: 30 } },
  longest: { claim: { characters: MAX_LENGTHS.claim }, source: { characters: MAX_LENGTHS.grounding_source } },
};

/** Texts that read like reports, with names, dates and amounts; the same for the same seed everywhere. */
export class TextWriter {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  request(kind: Kind): VerifyInput {
    const { claim, source } = SIZES[kind];
    return {
      claim: this.#within(MAX_LENGTHS.claim, claim),
      source: this.#within(MAX_LENGTHS.grounding_source, source),
    };
  }

  /** Generated again when the sentences are longer than a request may be. */
  #within(most: number, length: Length): string {
    for (;;) {
      const text = 'sentences' in length ? this.sentences(length.sentences) : this.text(length.characters);
      if (text.length <= most) return text;
    }
  }

  /** Whole sentences of at most `characters` in total; a longer first sentence is truncated. */
  text(characters: number): string {
    let text = this.sentence().slice(0, characters);
    for (;;) {
      const longer = `${text} ${this.sentence()}`;
      if (longer.length > characters) return text;
      text = longer;
    }
  }

  sentences(count: number): string {
    return Array.from({ length: count }, () => this.sentence()).join(' ');
  }

  sentence(): string {
    let words = this.#clause();
    if (this.#chance(0.25)) words = `In ${this.#pick(MONTHS)} ${this.#whole(1950, 2024)}, ${words}`;
    if (this.#chance(0.3)) words += `, according to ${this.#person()} of the ${this.#nounPhrase()}`;
    if (this.#chance(0.45)) words += ` ${this.#pick(CONNECTIVES)} ${this.#clause()}`;
    if (this.#chance(0.12)) words += `, ${this.#pick(CONNECTIVES)} ${this.#clause()}`;
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  }

  #clause(): string {
    const subject = this.#chance(0.3) ? this.#person() : `the ${this.#nounPhrase()}`;
    const amount = this.#chance(0.4) ? ` for ${this.#whole(2, 990)} ${this.#pick(UNITS)}` : '';
    const where = this.#chance(0.5) ? ` in ${this.#pick(PLACES)}` : '';
    const who = this.#chance(0.3) ? ` with ${this.#whole(3, 950)} ${this.#pick(PLURALS)}` : '';
    return `${subject} ${this.#pick(VERBS)} the ${this.#nounPhrase()}${where}${who}${amount}`;
  }

  #nounPhrase(): string {
    const adjective = this.#chance(0.6) ? `${this.#pick(ADJECTIVES)} ` : '';
    const owner = this.#chance(0.2) ? ` of ${this.#pick(PLACES)}` : '';
    return `${adjective}${this.#pick(NOUNS)}${owner}`;
  }

  #person(): string {
    const surname = this.#pick(SYLLABLES) + this.#pick(SYLLABLES);
    return `${this.#pick(FIRST_NAMES)} ${surname.charAt(0).toUpperCase()}${surname.slice(1)}`;
  }

  #pick(from: readonly string[]): string {
    return from[this.#whole(0, from.length)]!;
  }

  #whole(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low));
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}

/** Words of the bench's own texts. Names and numbers come from elsewhere, so that hardly a sentence repeats. */
const list = (words: string): readonly string[] => words.trim().split(/\s+/);

const ADJECTIVES = list(`
  new old large small regional national annual early late private public local foreign modern independent technical
  wooden southern northern eastern western coastal former final second third major minor rural urban historic cheap
  costly quiet steady unusual reliable digital federal joint medical military popular rapid recent royal secure`);
const NOUNS = list(`
  company factory harbour bridge museum university hospital council committee ministry market station library school
  laboratory airline railway brewery farm shipyard mine village valley island district province orchestra theatre
  newspaper bank insurer court team club league festival reservoir canal tunnel airport power-station observatory
  contract report survey proposal programme project building engine vessel workshop service collection exhibition`);
const PLURALS = list(`
  engineers workers students residents visitors patients farmers members voters teachers nurses drivers passengers
  investors customers suppliers musicians scientists historians soldiers sailors artists tenants volunteers refugees`);
const VERBS = list(`
  opened closed bought sold built repaired approved rejected founded merged expanded reduced announced measured
  financed abandoned renovated replaced published inspected supported criticised delayed completed designed moved`);
const PLACES = list(`
  Lisbon Oslo Lyon Ghent Turin Leeds Bremen Seville Gdansk Malmo Cork Basel Graz Porto Nantes Utrecht Bergen Tampere
  Dresden Bilbao Aarhus Split Krakow Verona Dundee`);
const FIRST_NAMES = list(`
  Anna Peter Maria John Elena David Ingrid Paul Sofia Thomas Clara James Laura Martin Julia Robert Nina Henrik Alice`);
const SYLLABLES = list('ber gan mor ten vil sta kel dor han ric lam fol ner wes tom bra hol ker lin sol');
const MONTHS = list('January February March April May June July August September October November December');
const UNITS = ['million euros', 'percent', 'kilometres', 'tonnes', 'megawatts', 'people', 'hectares', 'pages'];
const CONNECTIVES = ['while', 'although', 'because', 'after', 'before', 'and'] as const;
