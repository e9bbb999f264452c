import { isSignOff, markedLines } from './furniture.ts';
import { itemWithLead, leadsOf } from './list-leads.ts';
import { hasFiniteVerb, isNonAsserting } from './non-asserting.ts';
import type { Span } from './span.ts';

/** Furniture: greetings, signatures, mail headers, numbers of clauses and pages, which decide nothing. */
type SentenceKind = 'sentence' | 'heading' | 'question' | 'row' | 'furniture';

export interface KindedSpan extends Span {
  readonly kind: SentenceKind;
  /** The row of column names above a table row, or the line that leads the list of an item. */
  readonly header?: Span;
  /** A table row as the models read it: its cells after the names of their columns. */
  readonly read?: string;
}

/** The span in a longer text in which its own text begins at an offset. */
export function movedSpan({ header, ...span }: KindedSpan, offset: number): KindedSpan {
  const moved = { ...span, start: span.start + offset, end: span.end + offset };
  if (header === undefined) return moved;
  return { ...moved, header: { start: header.start + offset, end: header.end + offset } };
}

const HEADING = /^\s*#{1,6}\s+\S/;
const BOLD_LINE = /^\s*(?:[-*+]\s+|\d{1,2}[.)]\s+)?(\*\*|__)[^*_]*\1:?\s*$/;
/** Who speaks, before what is said: "Priya: Did we lose data?". */
const SPEAKER = /^[*_]{0,2}\p{Lu}[\p{L}.' -]{0,30}:[*_]{0,2}\s+/u;
const MAX_HEADING = 200;
/** A sentence span with what is known of it. */
export interface FoundSpan extends Span, Partial<Omit<KindedSpan, keyof Span>> {
  /** True if its words only ask. */
  readonly asks?: boolean;
}

/** The sentence spans of a text with what they are. Linear in the text. */
export function* withKinds(text: string, spans: Iterable<FoundSpan>): Generator<KindedSpan, void, undefined> {
  const isFurniture = furnitureOf(text);
  const leadOf = leadsOf(text);
  for (const { asks, ...span } of spans) {
    const written = text.slice(span.start, span.end);
    const lead = leadOf(span);
    if (span.kind !== undefined) yield { ...span, kind: span.kind };
    else if (isFurniture(span)) yield { ...span, kind: 'furniture' };
    else {
      const kind = (asks ?? asksOnly(written)) ? 'question' : statingKind(written);
      const isTitle = kind === 'sentence' && isTitleLine(text, span, written);
      const isItem = kind === 'sentence' && !isTitle && lead !== undefined;
      yield { ...span, kind: isTitle ? 'heading' : kind, ...(isItem ? { header: lead } : {}) };
    }
  }
}

/** Returns for spans in ascending order whether each is furniture: a marked line, with marks around it, or the end of a letter. */
function furnitureOf(text: string): (span: Span) => boolean {
  const lines = markedLines(text);
  let line = lines.next().value;
  return ({ start, end }) => {
    while (line !== undefined && line.end <= start) line = lines.next().value;
    if (line?.isFurniture && line.start <= start && !/[\p{L}\p{N}]/u.test(text.slice(line.end, end))) return true;
    return start > 0 && isSignOff(text.slice(start, end));
  };
}

function statingKind(written: string): SentenceKind {
  const isHeading = written.length <= MAX_HEADING && (HEADING.test(written) || BOLD_LINE.test(written));
  return isHeading && !/\n/.test(written.trim()) && !/[.!]\W*$/.test(written) ? 'heading' : 'sentence';
}

const MAX_TITLE = 120;
/** Units around a title that are looked at. */
const AROUND_TITLE = 80;
/** One fact of a list: "Owner: Ingrid Tamm". */
const LABELED = /^\p{Lu}[\p{L} ]{0,30}: \S/u;

/**
 * True if a span is the title of the plain text below it: one line between blank lines, or at the start of the text, that
 * forms no sentence, has no value ("Price: 25 euros") and is no part of a list of facts.
 */
function isTitleLine(text: string, { start, end }: Span, written: string): boolean {
  if (written.length > MAX_TITLE || !/^[\p{Lu}\p{Nd}]/u.test(written) || /[\n|\t]|[.!?:;,]$/.test(written))
    return false;
  const [, value = ''] = written.split(':', 2);
  if (/\d/.test(value)) return false;
  const before = text.slice(Math.max(0, start - AROUND_TITLE), start);
  const after = text.slice(end, end + AROUND_TITLE);
  const isOfList = LABELED.test(after.trimStart()) || LABELED.test(before.trimEnd().split('\n').at(-1)!);
  if (LABELED.test(written) && isOfList) return false;
  const isFirst = before.trim() === '';
  const endsInText = after.trim() !== '';
  const isAlone = (isFirst || isParagraphBreak(before.slice(before.trimEnd().length))) && endsInText;
  return isAlone && isParagraphBreak(after.slice(0, -after.trimStart().length)) && !hasFiniteVerb(written);
}

function isParagraphBreak(space: string): boolean {
  return space.split('\n').length > 2;
}

/** Longer pieces are no bare questions, whatever marks and links are in them, and reading ten thousand characters takes long. */
const MAX_QUESTION = 2_000;

/** True if the words only ask, whoever is named as asking. */
function asksOnly(written: string): boolean {
  return written.length <= MAX_QUESTION && isNonAsserting(written.replace(SPEAKER, '')) === 'question';
}

/** "Yes it can." says nothing without the question before it. */
const BARE_ANSWER =
  /^["'(*_]*(?:the (?:short |simple )?answer is:? )?(?:yes|yeah|yep|no|none|nope|correct|true|false|absolutely|definitely|certainly|indeed|of course|not really)\b/i;

/** Joins a bare answer to the question it answers: they are one assertion. */
export function* withQuestions(text: string, spans: Iterable<FoundSpan>): Generator<FoundSpan, void, undefined> {
  let before: FoundSpan | undefined;
  for (const span of spans) {
    const written = text.slice(span.start, span.end);
    const isKnown = span.kind !== undefined;
    if (before?.asks && !isKnown && BARE_ANSWER.test(written.replace(SPEAKER, '')))
      before = { start: before.start, end: span.end, asks: false };
    else {
      if (before !== undefined) yield before;
      before = isKnown ? span : { ...span, asks: asksOnly(written) };
    }
  }
  if (before !== undefined) yield before;
}

/** The words of a span as the models read them: "Model: 25i; Battery: up to 13 hours" for a row, "Not included: towels" for an item. */
export function readAs(text: string, { start, end, header, read }: FoundSpan): string {
  const written = text.slice(start, end);
  return read ?? (header === undefined ? written : itemWithLead(text.slice(header.start, header.end), written));
}
