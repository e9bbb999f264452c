import type { DraftComment } from '../comments/comment-docx.ts';
import type { DraftLine } from './draft-line.ts';
import { confidenceText, reasonsTold, sourceText, wordsOf } from './sentence-text.ts';

/** Comments on the sentences that a person should look at: those that do not pass. Offsets are those of the lines. */
export function commentsOn(lines: readonly DraftLine[]): DraftComment[] {
  return lines
    .filter(({ outcome }) => outcome === 'review' || outcome === 'fail')
    .map((line) => ({ start: line.start, end: line.end, paragraphs: paragraphsOn(line) }));
}

function paragraphsOn(line: DraftLine): string[] {
  const places = line.evidence.map((one) => `${sourceText(one)}: “${wordsOf(one.text, one)}”`);
  return [`${headOf(line)} Confidence ${confidenceText(line)}.`, ...reasonsTold(line), ...places];
}

function headOf({ verdict, outcome }: DraftLine): string {
  if (verdict === 'UNSUPPORTED') return 'Contradicted: a source says otherwise.';
  const what = outcome === 'fail' ? 'Fails' : 'To review';
  if (verdict === 'UNCERTAIN') return `${what}: the sources do not settle this.`;
  return `${what}: the sources support this, but the confidence is too low to pass.`;
}
