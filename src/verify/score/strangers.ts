import type { Pause } from '../../pause.ts';
import { isName, isNounOrName } from '../../text/index.ts';
import { ABOUT_THE_SAME, goesOn } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';

/** A claim span beside a source, as far as their words go. */
export interface WordsInCommon {
  /** The span's content words by their keys. */
  readonly content: ReadonlyMap<string, string>;
  /** For each sentence that holds some of them, which. */
  readonly held: ReadonlyMap<number, readonly string[]>;
  /** Share of the span's words, by weight, that each sentence of the source holds. */
  readonly coverages: readonly number[];
}

/** Nouns and names that no other sentence with a word of the span has: from so many on a sentence is about these. */
const OWN_NOUNS = 3;

/**
 * Sentences about something else that hold a word of a span by chance: "An intern from Nairobi designed the poster" beside
 * "The camera was designed in Finland". As one word in common may decide ("Nobody was hurt"), a sentence is a stranger only
 * where all of this holds: the word is no name; other sentences have two of the span's words, or a noun of it while this
 * word is none; another has as great a share of them; the sentence is about nouns of its own; it neither goes on from
 * its neighbour nor stands beside a sentence with two of the span's words.
 */
export async function strangersAmong(
  { content, held, coverages }: WordsInCommon,
  { sentences, readings }: Pick<ReadSource, 'sentences' | 'readings'>,
  pause: Pause,
): Promise<ReadonlySet<number>> {
  const nouns = keysOf(content, isNounOrName);
  const names = keysOf(content, isName);
  const holdsTwo = (i: number) => (held.get(i)?.length ?? 0) > 1;
  const isBesideTwo = (i: number) => {
    const { first, end } = sentences[i]!.document;
    return (i > first && holdsTwo(i - 1)) || (i + 1 < end && holdsTwo(i + 1));
  };
  const isTwoHeld = [...held.keys()].some(holdsTwo);
  const isNounHeld = [...held.values()].some((keys) => keys.some((key) => nouns.has(key)));
  const [most = 0, next = 0] = [...held.keys()].map((i) => coverages[i]!).sort((a, b) => b - a);
  const suspects = [...held].flatMap(([i, [only]]) => {
    if (holdsTwo(i) || coverages[i]! < ABOUT_THE_SAME || names.has(only!)) return [];
    const saysLess = isTwoHeld || (isNounHeld && !nouns.has(only!));
    const isClosest = coverages[i]! === most && next < most;
    return saysLess && !isClosest && !isBesideTwo(i) && !goesOn(sentences[i]!.text) ? [i] : [];
  });
  if (suspects.length === 0) return new Set();
  const holders = new Map<string, number>();
  for (const i of held.keys()) {
    for (const noun of readings.nouns(i)) holders.set(noun, (holders.get(noun) ?? 0) + 1);
    await pause();
  }
  const isOwn = (noun: string) => holders.get(noun) === 1 && !content.has(noun);
  return new Set(suspects.filter((i) => [...readings.nouns(i)].filter(isOwn).length >= OWN_NOUNS));
}

function keysOf(content: WordsInCommon['content'], is: (word: string) => boolean): ReadonlySet<string> {
  return new Set([...content].filter(([, word]) => is(word)).map(([key]) => key));
}
