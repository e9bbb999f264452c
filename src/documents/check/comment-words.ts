import type { DraftComment } from '../comments/comment-docx.ts';
import type { DraftLine } from './draft-line.ts';
import { confidenceText, reasonSentences, sourceText, wordsOf } from './sentence-text.ts';

/** Comments on the sentences that a person should look at: those that do not pass. Offsets are those of the lines. */
export function commentsOn(lines: readonly DraftLine[]): DraftComment[] {
  return lines
    .filter(({ outcome }) => outcome === 'review' || outcome === 'fail')
    .map((line) => ({ start: line.start, end: line.end, paragraphs: paragraphsOn(line) }));
}

function paragraphsOn(line: DraftLine): string[] {
  const places = line.evidence.map((one) => `${sourceText(one)}: “${wordsOf(one.text, one)}”`);
  return [`${headOf(line)} Confidence ${confidenceText(line)}.`, ...reasonSentences(line), ...places];
}

/** The outcome in the word of the reports, and why. */
function headOf({ verdict, outcome }: DraftLine): string {
  if (verdict === 'UNSUPPORTED') return `${outcome}: contradicted.`;
  if (verdict === 'UNCERTAIN') return `${outcome}: not settled.`;
  return `${outcome}: supported, but the confidence is too low to pass.`;
}
