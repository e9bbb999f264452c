import type { Span } from '../../text/index.ts';
import type { SentencePieces } from './pieces.ts';

/** What goes of one sentence, with the white space that goes with it. */
export interface Stretch extends Span {
  readonly sentence: number;
}

type Role = 'opening' | 'words' | 'closing';

interface Token extends Span {
  readonly sentence: number;
  readonly role: Role;
  readonly goes: boolean;
}

/**
 * The stretches of an answer that go with sentences of it. Of the pieces of white space around and in what goes at a place
 * one stays: at the beginning of the answer and behind an opening mark the first, at its end and before a closing mark the
 * last, else the one with the most ends of lines, of equal ones the first.
 */
export function stretchesOf(
  answer: string,
  pieces: readonly SentencePieces[],
  isGone: (sentence: number) => boolean,
): Stretch[] {
  const tokens = tokensOf(pieces, isGone);
  const gaps = Array.from({ length: tokens.length + 1 }, (_, t) => ({
    start: tokens[t - 1]?.end ?? 0,
    end: tokens[t]?.start ?? answer.length,
  }));
  const stretches: Stretch[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    if (!tokens[first]!.goes) continue;
    let last = first;
    while (tokens[last + 1]?.goes) last += 1;
    const kept = keptGap(
      gaps.slice(first, last + 2).map(({ start, end }) => answer.slice(start, end)),
      { before: tokens[first - 1]?.role, after: tokens[last + 1]?.role },
    );
    for (let t = first; t <= last; t += 1) {
      const isBefore = t - first < kept;
      const start = isBefore ? gaps[t]!.start : tokens[t]!.start;
      const end = isBefore ? tokens[t]!.end : gaps[t + 1]!.end;
      stretches.push({ start, end, sentence: tokens[t]!.sentence });
    }
    first = last;
  }
  return joined(stretches);
}

function tokensOf(pieces: readonly SentencePieces[], isGone: (sentence: number) => boolean): Token[] {
  const isWhollyGone = ({ first, last }: { readonly first: number; readonly last: number }) => {
    for (let i = first; i <= last; i += 1) if (!isGone(i)) return false;
    return true;
  };
  return pieces.flatMap(({ openings, words, closings }, sentence) => [
    ...openings.map((mark): Token => ({ ...mark, sentence, role: 'opening', goes: isWhollyGone(mark) })),
    { start: words.start, end: words.end, sentence, role: 'words', goes: isGone(sentence) },
    ...closings.map((mark): Token => ({ ...mark, sentence, role: 'closing', goes: isWhollyGone(mark) })),
  ]);
}

/** Which of the gaps around a run that goes stays. */
function keptGap(
  gaps: readonly string[],
  { before, after }: { readonly before: Role | undefined; readonly after: Role | undefined },
): number {
  const last = gaps.length - 1;
  if (before === undefined || before === 'opening') return 0;
  if (after === undefined || after === 'closing') return last;
  const lines = gaps.map((gap) => gap.split('\n').length);
  return lines.indexOf(Math.max(...lines));
}

/** Stretches of one sentence that touch are one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const stretch of stretches) {
    const before = all.at(-1);
    if (before?.sentence === stretch.sentence && before.end === stretch.start)
      all[all.length - 1] = { ...before, end: stretch.end };
    else all.push(stretch);
  }
  return all;
}
