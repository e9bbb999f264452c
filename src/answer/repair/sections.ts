import type { Span } from '../../text/index.ts';
import type { PreparedSentence } from '../prepare-answer.ts';
import { isLabel } from '../sentences/check-required.ts';
import { hasBlankLine, hasLineEnd, listMark } from './pieces.ts';

/** A heading, the column names of a table, or a label, with the sentences under it. */
export interface Section {
  readonly head: number;
  readonly under: readonly number[];
  readonly kind: 'heading' | 'label';
}

/** The sections of an answer, the outer ones first; `extents`: where each of the sentences stands in it. */
export function sectionsOf(
  answer: string,
  sentences: readonly PreparedSentence[],
  extents: readonly Span[],
): Section[] {
  const upTo = (head: number, goesOn: (i: number) => boolean): number[] => {
    const under: number[] = [];
    for (let i = head + 1; i < sentences.length && goesOn(i); i += 1) under.push(i);
    return under;
  };
  const between = (i: number) => answer.slice(extents[i - 1]!.end, extents[i]!.start);
  const indent = (i: number) => extents[i]!.start - (answer.lastIndexOf('\n', extents[i]!.start - 1) + 1);
  return sentences.flatMap((sentence, head): Section[] => {
    const kind = headKind(sentence);
    if (kind === 'names') {
      return [{ head, kind: 'heading', under: upTo(head, (i) => sentences[i]!.kinded.kind === 'row') }];
    }
    if (kind === 'heading') {
      const level = levelOf(sentence);
      const isUnder = (one: PreparedSentence) => headKind(one) !== 'heading' || levelOf(one) > level;
      return [{ head, kind, under: upTo(head, (i) => isUnder(sentences[i]!)) }];
    }
    if (kind !== 'label') return [];
    const isList = head + 1 < sentences.length && isEntry(sentences[head + 1]!);
    const isInList = (i: number) => (isEntry(sentence) ? indent(i) > indent(head) : i === head + 1 || isList);
    const isUnder = (i: number) => {
      if (headKind(sentences[i]!) === 'heading') return false;
      if (!hasLineEnd(between(i))) return true;
      if (isEntry(sentences[i]!)) return isInList(i);
      if (i === head + 1) return true;
      return !isList && !hasBlankLine(between(i)) && headKind(sentences[i]!) !== 'label';
    };
    return [{ head, kind, under: upTo(head, isUnder) }];
  });
}

/** Whether a sentence only says what stands under it. */
export function isHead(sentence: PreparedSentence): boolean {
  return headKind(sentence) !== undefined;
}

function headKind({ text, kinded }: PreparedSentence): 'names' | 'heading' | 'label' | undefined {
  if (kinded.kind === 'heading' && text.trim().includes('\n')) return 'names';
  if (isLabel(text)) return 'label';
  return kinded.kind === 'heading' ? 'heading' : undefined;
}

function isEntry(sentence: PreparedSentence): boolean {
  const { kind } = sentence.kinded;
  return kind === 'row' || headKind(sentence) === 'names' || listMark(sentence.text).trim() !== '';
}

/** A line in bold is below the headings with hashes. */
const BOLD = 7;

function levelOf({ text }: PreparedSentence): number {
  return /^\s*(#{1,6})\s/.exec(text)?.[1]?.length ?? BOLD;
}
