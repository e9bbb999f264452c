import type { DocumentPlace, ReadDocument } from '../document.ts';
import { placeIn } from '../place.ts';
import type { DraftSentence } from './check-document.ts';

export interface DraftLine extends DraftSentence {
  /** The source file; null where no place decided. */
  readonly file: string | null;
  readonly page: number | null;
  readonly line: number | null;
  readonly paragraph: number | null;
  readonly heading: string | null;
  readonly draft: DocumentPlace;
}

/** @param startAt where the sentence begins in the draft, in UTF-16 units */
export function draftLine(draft: ReadDocument, sentence: DraftSentence, startAt = sentence.start): DraftLine {
  const { start, end, text, check_required, verdict, confidence, outcome, ...others } = sentence;
  const [decisive] = sentence.evidence;
  return {
    start,
    end,
    text,
    check_required,
    verdict,
    confidence,
    outcome,
    file: decisive?.source_id ?? null,
    page: decisive?.page ?? null,
    line: decisive?.line ?? null,
    paragraph: decisive?.paragraph ?? null,
    heading: decisive === undefined ? null : headingOf(decisive),
    draft: placeIn(draft, startAt),
    ...others,
  };
}

/** Null where there is none above it. */
export function headingOf({ headings }: DocumentPlace): string | null {
  return headings.length === 0 ? null : headings.join(' > ');
}
