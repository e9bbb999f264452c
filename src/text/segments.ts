import type { Line } from './lines.ts';
import { softBreaks } from './soft-wrap.ts';
import { STEP, type Steps } from './steps.ts';

/** A part of the text whose ends are sentence boundaries. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Headings and table rows: not split into sentences unless they are very long. */
  readonly whole: boolean;
}

const MAX_WHOLE_LENGTH = 400;
/** A line with only a bar or a tab may also be a page title joined to its text. */
const MAX_LOOSE_ROW_LENGTH = 160;

/** Joins lines that were wrapped at a column; keeps lines apart that the author separated. */
export function* segmentsOf(text: string, lines: readonly Line[]): Steps<Segment[]> {
  const segments: Segment[] = [];
  for (const [i, group] of groupsOf(lines).entries()) {
    const prose = group.filter(isProse);
    const before = group.findIndex(isProse);
    const soft = group.slice(1).map(() => true);
    soft.splice(Math.max(before, 0), Math.max(prose.length - 1, 0), ...(yield* softBreaks(text, prose)));
    segments.push(...(yield* joined(text, group, soft)));
    if (i % STEP === 0) yield;
  }
  return segments;
}

function isProse(line: Line): boolean {
  return line.shape === 'plain' || line.shape === 'item';
}

/** Groups of neighbouring lines without a hard break between them. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let previous: Line | undefined;
  for (const line of lines) {
    if (line.shape !== 'blank') {
      if (previous !== undefined && previous.shape !== 'blank' && !isHardBreak(previous, line))
        groups.at(-1)?.push(line);
      else groups.push([line]);
    }
    previous = line;
  }
  return groups;
}

/** Lines of marks belong to the line above (underlines, table separators, closing fences); an opening fence to the line below. */
function isHardBreak(above: Line, below: Line): boolean {
  if (above.depth !== below.depth) return true;
  if (below.shape === 'rule' || below.shape === 'close') return false;
  if (above.shape === 'open') return false;
  return !(isProse(above) && below.shape === 'plain');
}

function* joined(text: string, group: readonly Line[], soft: readonly boolean[]): Steps<Segment[]> {
  const segments: Segment[] = [];
  let first = 0;
  for (let last = 0; last < group.length; last += 1) {
    if (last < group.length - 1 && soft[last]) continue;
    const start = group[first]?.start ?? 0;
    const end = group[last]?.end ?? start;
    const isMarked = /^\s*[|#>]/.test(text.slice(start, start + 16));
    const whole =
      end - start <= (isMarked ? MAX_WHOLE_LENGTH : MAX_LOOSE_ROW_LENGTH) &&
      !group.slice(first, last + 1).some(isProse);
    segments.push({ start, end, whole });
    first = last + 1;
    if (segments.length % STEP === 0) yield;
  }
  return segments;
}
