import { sentenceWords, wordKey } from '../../text/index.ts';
import { namesOf, subjectsOf } from '../examine/subjects.ts';
import { type ClaimSpan, spanReading } from '../read/read-claim.ts';
import type { SourceSet } from '../read/read-source.ts';
import { surfaceReading } from '../rules/index.ts';
import { oncePer } from '../rules/keyed.ts';

/** Characters of a passage: about as many as the verdict model reads at once. */
const PASSAGE_CHARACTERS = 1_200;
/** More places of a claim's names and numbers do not show where it is settled. */
const MOST_PLACES = 60;

/** A stretch of one document that is short enough to be read as one. */
interface Passage {
  /** Those of the claim's keys that it holds. */
  readonly held: ReadonlySet<string>;
  readonly text: string;
}

/**
 * True if no passage of the sources holds all names and numbers of a span, and two together do that have a name or a number
 * in common.
 */
export function needsTwoPassages(span: ClaimSpan, sources: SourceSet): boolean {
  const keys = namesAndNumbers(span);
  if (keys.length < 2) return false;
  const passages = passagesWith(keys, sources);
  if (passages === undefined || passages.some(({ held }) => held.size === keys.length)) return false;
  return passages.some((one, i) =>
    passages.slice(i + 1).some((other) => {
      const isWhole = keys.every((key) => one.held.has(key) || other.held.has(key));
      return isWhole && isLinked(one, other);
    }),
  );
}

/** True if two passages have a name or a number in common, by which a reader relates them. */
function isLinked(one: Passage, other: Passage): boolean {
  const linking = linksOf(one);
  return [...linksOf(other)].some((link) => linking.has(link));
}

const linksOf = oncePer(({ text }: Passage): ReadonlySet<string> => {
  const names = surfaceReading(text).names.filter(({ weak }) => !weak);
  return new Set([...names.map(({ parts }) => parts.join(' ')), ...numbersIn(text)]);
});

function numbersIn(text: string): string[] {
  return sentenceWords(text).filter((word) => /\p{N}/u.test(word));
}

function namesAndNumbers(span: ClaimSpan): string[] {
  const names = namesOf(span, subjectsOf(span, spanReading(span)));
  return [...new Set([...names, ...numbersIn(span.normalised).map(wordKey)])];
}

/** A passage from each sentence with one of the keys on; undefined where they are too many. */
function passagesWith(
  keys: readonly string[],
  { sentences, sources, readings }: SourceSet,
): readonly Passage[] | undefined {
  const words = readings.words();
  const starts = [...new Set(keys.flatMap((key) => words.places.get(key) ?? []))].sort((a, b) => a - b);
  if (starts.length > MOST_PLACES) return undefined;
  return starts.map((first) => {
    const { document, span } = sentences[first]!;
    const { text } = sources[document.number]!;
    let past = first + 1;
    while (past < document.end && sentences[past]!.span.end - span.start <= PASSAGE_CHARACTERS) past += 1;
    const { titleWords } = readings.opening(document.number);
    const holds = (key: string) =>
      titleWords.has(key) || (words.places.get(key) ?? []).some((i) => first <= i && i < past);
    return { held: new Set(keys.filter(holds)), text: text.slice(span.start, sentences[past - 1]!.span.end) };
  });
}
