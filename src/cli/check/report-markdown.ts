import type { DraftLine } from '../../documents/check/draft-line.ts';
import {
  confidenceText,
  placeText,
  reasonSentences,
  sourceText,
  wordsOf,
} from '../../documents/check/sentence-text.ts';
import { printable } from '../../printable.ts';
import { formatShare } from '../review/page-parts.ts';
import {
  type CheckedDraft,
  fileNames,
  filesSummary,
  leftOut,
  outcomeWords,
  shareChecked,
  tallyOf,
  toDo,
} from './checked-draft.ts';

/** The report as Markdown: what to do first, then the draft as a list of its sentences under their headings. */
export function reportMarkdown(checked: CheckedDraft): string {
  const { draft, lines, sources, date, version, minConfidence } = checked;
  const tally = tallyOf(lines);
  const missing = leftOut(checked);
  const open = toDo(lines);
  const parts = [
    `# ${plain(draft.file)}`,
    `Checked against ${plain(sources.folder)} on ${date} by claim-verifier ${version}; a supported sentence passes with a confidence of at least ${confidenceText({ confidence: minConfidence })}.`,
    '## What was checked',
    '| ✗ fail | ? review | ✓ pass | – not factual statements |\n|---|---|---|---|\n' +
      `| ${tally.fail} | ${tally.review} | ${tally.pass} | ${tally.unchecked} |`,
    `${tally.pass + tally.review + tally.fail} of ${lines.length} sentences are factual statements and were checked: ${formatShare(shareChecked(lines))} of the draft's words. Files of the folder: ${filesSummary(sources)}.`,
    ...(missing.length === 0
      ? []
      : [
          '### What was left out',
          missing.map((one) => `- **${plain(fileNames(one))}**: ${plain(one.what)}`).join('\n'),
        ]),
    '## To do',
    open.length === 0 ? 'Every checked sentence passes.' : open.map(entry).join('\n'),
    '## The draft',
    ...sections(lines),
  ];
  return `${parts.join('\n\n')}\n`;
}

function sections(lines: readonly DraftLine[]): string[] {
  const parts: string[] = [];
  let above = '';
  let entries: string[] = [];
  const flush = () => {
    if (entries.length > 0) parts.push(entries.join('\n'));
    entries = [];
  };
  for (const line of lines) {
    const heading = line.draft.headings.join(' > ');
    if (heading !== above && heading !== '') {
      flush();
      parts.push(`### ${plain(heading)}`);
    }
    above = heading;
    if (line.verdict !== null) entries.push(line.outcome === 'pass' ? entry(line) : headOf(line));
  }
  flush();
  return parts;
}

/** A sentence with its reasons and evidence. */
function entry(line: DraftLine): string {
  const facts = [
    ...reasonSentences(line).map(plain),
    ...line.evidence.map((one) => {
      return `“${plain(wordsOf(one.text, one))}” (${plain(sourceText(one))})`;
    }),
  ];
  return [headOf(line), ...facts.map((fact) => `  - ${fact}`)].join('\n');
}

function headOf(line: DraftLine): string {
  const { sign, label } = outcomeWords(line);
  const place = placeText({ ...line.draft, headings: [] });
  return `- ${sign} **${plain(wordsOf(line.text, line.draft))}** ${label}, confidence ${confidenceText(line)}${place === '' ? '' : `, ${place}`}`;
}

/** Text of others on one line, without what Markdown or a terminal would take for its own. */
function plain(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim()).replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
