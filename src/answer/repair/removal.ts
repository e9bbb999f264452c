import type { SentenceBody } from '../../contract/answer.ts';
import type { RepairChangeBody } from '../../contract/repair.ts';
import type { Span } from '../../text/index.ts';
import type { PreparedSentence } from '../prepare-answer.ts';
import { isLabel } from '../sentences/check-required.ts';
import { referringWord, type SentenceToRead, subjectOf } from '../sentences/read-sentences.ts';

const LINE_END = /[\n\r]/;
const LIST_MARK = /^(?:>[ \t]?)*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/;

/** The sentences with their marks of citations: those after them, and those before them at the start of a line. */
export function extentsOf(answer: string, sentences: readonly Span[]): Span[] {
  const extents: { start: number; end: number }[] = [];
  for (const [i, { start, end }] of sentences.entries()) {
    const from = sentences[i - 1]?.end ?? 0;
    const between = answer.slice(from, start);
    const line = between.slice(Math.max(between.lastIndexOf('\n'), between.lastIndexOf('\r')) + 1);
    const own = i === 0 ? between : line !== between && line.trim() !== '' ? line : '';
    if (i > 0) extents[i - 1]!.end = from + between.slice(0, between.length - own.length).trimEnd().length;
    extents.push({ start: start - own.trimStart().length, end });
  }
  const last = extents.at(-1);
  if (last !== undefined) last.end = answer.trimEnd().length;
  return extents;
}

export function isOpen({ outcome }: SentenceBody): boolean {
  return outcome !== null && outcome !== 'pass';
}

/** A checked sentence, corrected if it passes with another value. */
export interface RepairedSentence {
  readonly body: SentenceBody;
  readonly prepared: PreparedSentence;
  readonly read: SentenceToRead;
  readonly isCorrected: boolean;
}

/** The sentences to remove, each with its cause. */
export function removedSentences(sentences: readonly RepairedSentence[]): Map<number, RepairChangeBody['cause']> {
  const gone = new Map<number, RepairChangeBody['cause']>();
  let subject: string | undefined;
  for (const [i, { body, isCorrected, read, prepared }] of sentences.entries()) {
    if (prepared.skipped !== undefined) continue;
    const { plain, name, claim } = read;
    const isNameGone = name === undefined ? gone.has(i - 1) && referringWord(plain) !== undefined : name !== subject;
    if (isOpen(body) && !isCorrected) gone.set(i, 'outcome');
    else if (claim !== undefined && isNameGone) gone.set(i, 'name');
    else subject = subjectOf(plain, subject);
  }
  let next = sentences.length;
  for (let i = sentences.length - 1; i >= 0; i -= 1) {
    const isEmptied = next > i + 1 && isHeadWithout(sentences[i]!.prepared, sentences[next]?.prepared);
    if (isEmptied && !gone.has(i)) gone.set(i, 'heading');
    if (!gone.has(i)) next = i;
  }
  return gone;
}

/** A label ("Offices:") or the column names of a table, below all headings; a line in bold is below those with hashes. */
const [BOLD, LIST_HEAD] = [7, 8];

function isHeadWithout(head: PreparedSentence, next: PreparedSentence | undefined): boolean {
  const level = levelOf(head);
  if (level === undefined || next === undefined) return level !== undefined;
  if (level < LIST_HEAD) return (levelOf(next) ?? LIST_HEAD) <= level;
  return next.kinded.kind !== 'row' && LIST_MARK.exec(next.text)![0].trim() === '';
}

function levelOf({ text, kinded: { kind } }: PreparedSentence): number | undefined {
  if (isLabel(text) || (kind === 'heading' && LINE_END.test(text.trim()))) return LIST_HEAD;
  return kind === 'heading' ? (/^\s*(#{1,6})\s/.exec(text)?.[1]?.length ?? BOLD) : undefined;
}

/** The stretch of the answer that goes with each removed sentence. A line that keeps a sentence keeps its list mark. */
export function stretchesOf(answer: string, extents: readonly Span[], isGone: (i: number) => boolean) {
  let line = 0;
  const lines = extents.map(({ start }, i) => {
    if (LINE_END.test(answer.slice(extents[i - 1]?.end ?? 0, start))) line += 1;
    return line;
  });
  const keptLines = new Set(lines.filter((_, i) => !isGone(i)));
  const words = extents.map(({ start, end }, i) => {
    const mark = isGone(i) && keptLines.has(lines[i]!) ? LIST_MARK.exec(answer.slice(start, end))![0] : '';
    return { start: start + mark.length, end };
  });
  const gapAt = (i: number) => ({ start: words[i - 1]?.end ?? 0, end: words[i]?.start ?? answer.length });
  // One of the gaps around sentences that go together stays: with a list mark, at an edge, or with the most line ends.
  const weightOf = (i: number) => {
    const gap = answer.slice(gapAt(i).start, gapAt(i).end);
    if (gap.trim() !== '') return Number.POSITIVE_INFINITY;
    return i === 0 || i === words.length ? answer.length : gap.split('\n').length;
  };
  const stretches: (Span & { readonly sentence: number })[] = [];
  for (let first = 0; first < words.length; first += 1) {
    let [last, kept] = [first, first];
    while (last < words.length && isGone(last)) {
      last += 1;
      if (weightOf(last) > weightOf(kept)) kept = last;
    }
    for (let i = first; i < last; i += 1) {
      const { start } = i < kept ? gapAt(i) : words[i]!;
      const { end } = i < kept ? words[i]! : gapAt(i + 1);
      stretches.push({ start, end, sentence: i });
    }
    first = last;
  }
  return stretches;
}
