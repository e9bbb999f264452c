import { firstIndex, type Span } from '../../../text/index.ts';
import * as lexicon from '../lexicon/factuality-phrases.ts';
import { HEARSAY_AFTER, REPORTING, REPORTING_AFTER } from '../lexicon/factuality-phrases.ts';
import { anyOf } from '../lexicon/phrases.ts';

/** How a source presents words of its own that it does not simply state. */
export type Factuality = 'denied' | 'reported' | 'conditional' | 'hypothetical' | 'questioned' | 'negated_after';

/** How far the surroundings are looked at: keeps the work independent of the source's length. */
const REACH = 300;

/** Marks that may appear between a statement and what is said of it. */
const MARKS = `[,"”’'\\s–—-]*`;
const QUOTE = `["“'‘]?`;

/** One of the phrases is at most `reach` characters before the end. */
function endsNear(phrases: readonly string[], reach: number, flags = 'iu'): RegExp {
  return new RegExp(`(?:\\b|(?=n't))${anyOf(phrases, lexicon.SLOTS)}\\b[^.;]{0,${reach}}$`, flags);
}

function opensWith(pattern: string): RegExp {
  return new RegExp(`^${pattern}`, 'iu');
}

const { SLOTS } = lexicon;
const DENIALS = [
  endsNear(lexicon.DENIALS_BEFORE, 40),
  new RegExp(
    `\\b${anyOf(lexicon.DENYING_VERBS)}\\b[^.;]{0,60}(?:\\b${anyOf(lexicon.STATEMENTS)}\\b|[:"“'‘])[^.;]{0,40}$`,
    'iu',
  ),
];
const DENIED_AFTER = opensWith(`${MARKS}${anyOf(lexicon.DENIALS_AFTER, SLOTS)}\\b`);
const DENIED_NEXT = opensWith(
  `["“'\\s]*(?:${anyOf(lexicon.OPENERS)}[,\\s]+)?(?:${anyOf(lexicon.DENIALS_NEXT, SLOTS)}\\b|no,)`,
);
const REPORTED = endsNear(REPORTING, 40);
const REPORTED_AFTER = [
  opensWith(`${MARKS}(?:[\\p{L}.'’]+\\s){0,4}${anyOf(REPORTING_AFTER)}\\b`),
  opensWith(`${MARKS}${anyOf(HEARSAY_AFTER)}\\b`),
];
const CONDITIONAL = [
  new RegExp(`(?:^|[,;:(\\s])${anyOf(lexicon.CONDITIONS)}\\b[^,;]{0,80}$`, 'iu'),
  opensWith(`${QUOTE}(?:had|were) ${anyOf(lexicon.INVERTED_SUBJECTS)} [^,;]{0,80}$`),
];
/** The words are what follows from a condition: "If it rains, [words]". */
const CONSEQUENT = [anyOf(lexicon.CONDITIONS_FIRST), 'had (?:the\\s)?\\p{L}+ (?:not )?\\p{L}+(?:ed|en|n|t)\\b'].map(
  (condition) =>
    new RegExp(`(?:^|[;:(]\\s?)${QUOTE}(?:(?:only|then|and|but|or|so)\\s)?${condition}[^;]*,[^;]{0,40}$`, 'iu'),
);
const CONDITIONAL_AFTER = [
  opensWith(`[^.;,]{0,60}(?<!\\b${anyOf(lexicon.ASKING)})\\s(?:only )?${anyOf(lexicon.CONDITIONS_AFTER)}\\s`),
  opensWith('[^.;,]{0,60}\\swhen [^.;]{1,80}[;,] (?:otherwise|or else)\\b'),
];
const HYPOTHETICAL = endsNear(lexicon.HYPOTHETICAL, 25, 'u');

/** The text before and after a place in its sentence, and the sentence that follows. */
function surroundings(source: string, { start, end }: Span, sentences: readonly Span[]) {
  const last = lastStartingBefore(sentences, Math.max(start, end - 1));
  const first = sentences[lastStartingBefore(sentences, start)];
  const own = sentences[last];
  const next = sentences[last + 1];
  return {
    before: source.slice(Math.max(0, start - REACH, first?.start ?? 0), start),
    after: source.slice(end, Math.min(end + REACH, Math.max(end, own?.end ?? source.length))),
    next: next === undefined ? '' : source.slice(next.start, Math.min(next.end, end + REACH)),
  };
}

/** Index of the last sentence that starts at or before the offset; 0 when none does. */
function lastStartingBefore(sentences: readonly Span[], offset: number): number {
  return Math.max(0, firstIndex(sentences.length, (i) => sentences[i]!.start > offset) - 1);
}

function isQuestion(source: string, end: number, after: string): boolean {
  return /^[^.!]{0,80}\?/.test(after) || source[end - 1] === '?';
}

/**
 * How the source presents the words at `place`; undefined when it simply states them. Taking them back wins over
 * weakening them. Looks at the rest of their sentence and at the one that follows ("This is false."), never further than
 * 300 characters. `sentences` are those of the source, in order.
 */
export function factualityOf(source: string, place: Span, sentences: readonly Span[]): Factuality | undefined {
  const { before, after, next } = surroundings(source, place, sentences);
  const some = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));
  if (some(DENIALS, before)) return 'denied';
  if (DENIED_AFTER.test(after) || DENIED_NEXT.test(next)) return 'negated_after';
  if (isQuestion(source, place.end, after)) return 'questioned';
  if (some(CONDITIONAL, before) || some(CONSEQUENT, before) || some(CONDITIONAL_AFTER, after)) return 'conditional';
  if (REPORTED.test(before) || some(REPORTED_AFTER, after)) return 'reported';
  return HYPOTHETICAL.test(before) ? 'hypothetical' : undefined;
}
