import type { Span } from '../../text/index.ts';
import { referringWord, subjectOf, withNamedSubject } from '../sentences/read-sentences.ts';

/** A sentence as it was read, and its place. */
export interface NamedSentence {
  readonly checked: boolean;
  /** As it was read, without a name of a sentence before. */
  readonly plain: string;
  /** The name that it was read with. */
  readonly name: string | undefined;
  /** Its words in the answer. */
  readonly place: Span;
}

/** A name to write in place of the word that stands for it. */
export interface WrittenName extends Span {
  readonly text: string;
}

export interface NameChanges {
  /** Sentences that refer to one that is gone, and cannot keep its name. */
  readonly lost: readonly number[];
  /** By sentence, the name that it keeps. */
  readonly names: ReadonlyMap<number, WrittenName>;
}

/**
 * Reads the sentences that stay one after the other as `readSentences` would: one that would be read with another name than
 * it was, or with none, has its name written out. What refers to the sentence right before it without a name that is known
 * goes with that sentence.
 */
export function namingOf(
  answer: string,
  sentences: readonly NamedSentence[],
  isGone: (i: number) => boolean,
): NameChanges {
  const lost: number[] = [];
  const names = new Map<number, WrittenName>();
  const isOut = (i: number) => isGone(i) || lost.includes(i);
  let subject: string | undefined;
  for (const [i, { checked, plain, name, place }] of sentences.entries()) {
    if (isGone(i)) continue;
    let read = plain;
    if (name !== undefined && name !== subject) {
      const written = writtenName(answer, place, { plain, name });
      if (written === undefined) lost.push(i);
      else {
        names.set(i, written);
        read = withNamedSubject(plain, name)!;
      }
    } else if (checked && name === undefined && referringWord(plain) !== undefined && i > 0 && isOut(i - 1))
      lost.push(i);
    if (!isOut(i)) subject = subjectOf(read, subject);
  }
  return { lost, names };
}

/** Marks that may stand before the first word. */
const BEFORE_WORDS = /^(?:>[ \t]?)*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?[*_"“'‘(]*/;

function writtenName(
  answer: string,
  { start, end }: Span,
  { plain, name }: { readonly plain: string; readonly name: string },
): WrittenName | undefined {
  const word = referringWord(plain);
  const named = withNamedSubject(plain, name);
  if (word === undefined || named === undefined) return undefined;
  const words = answer.slice(start, end);
  const at = BEFORE_WORDS.exec(words)![0].length;
  if (!words.startsWith(word, at)) return undefined;
  const text = named.slice(0, named.length - (plain.length - word.length));
  return { start: start + at, end: start + at + word.length, text };
}
