import { maskForWink } from './mask.ts';
import type { Pausing } from './pausing.ts';
import { winkSentenceEnds } from './wink.ts';

/** Characters that the sentence reader is given at a time: it takes up to a millisecond for a thousand. */
const PART = 1_000;
/** Ends so near to the end of a part are asked for again with the next part: the text behind an end may move it. */
const UNSURE = 100;
/** Most of a part that is read again, so that the next begins where a sentence does. */
const OVERLAP = 250;

/** The ends of sentences that wink-nlp finds in a text, ascending. */
export function* pausingReaderEnds(text: string): Pausing<number[]> {
  const ends: number[] = [];
  let start = 0;
  let sure = 0;
  while (start < text.length) {
    const stop = edgeBefore(text, start + PART);
    const isLast = stop === text.length;
    const masked = maskForWink(text.slice(start, stop));
    yield;
    for (const end of winkSentenceEnds(masked))
      if (start + end > sure && (isLast || start + end <= stop - UNSURE)) ends.push(start + end);
    sure = stop - UNSURE;
    start = isLast ? stop : Math.max(ends.at(-1) ?? 0, edgeBefore(text, stop - OVERLAP));
    yield;
  }
  return ends;
}

/** The last white space before an offset, where there is any near it. */
function edgeBefore(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const space = /\s\S*$/.exec(text.slice(offset - UNSURE, offset));
  if (space !== null) return offset - UNSURE + space.index;
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}
