import { writeFile } from 'node:fs/promises';
import { loadConfig, unlimitedVerifierSettings } from '../../config.ts';
import { type DraftFiles, type OpenCheck, openCheck } from '../../documents/check/check-files.ts';
import type { DraftLine } from '../../documents/check/draft-line.ts';
import type { WrittenComments } from '../../documents/check/write-comments.ts';
import type { WrittenHighlights } from '../../documents/check/write-highlights.ts';
import { createVerifier, type DocumentVerifier } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import { printable, printableJson } from '../../printable.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import { progressOf } from '../batch/progress.ts';
import { fileSink, type Sink, streamSink } from '../batch/writing.ts';
import { counted, printLines } from '../command-line.ts';
import { decisionsSummary, modelHashes, readDecisions } from '../review/decisions.ts';
import { type CheckedDraft, filesSummary, findingOfLine, tallyOf } from './checked-draft.ts';
import { copyAddresses } from './copy-addresses.ts';
import { reportHtml } from './report-html.ts';

export interface DraftToCheck extends DraftFiles {
  readonly report?: string | undefined;
  readonly output?: string | undefined;
  readonly minConfidence?: number | undefined;
  /** Files that reports of earlier runs saved. */
  readonly decisions: readonly string[];
}

export async function runCheck(given: DraftToCheck, signal: AbortSignal): Promise<void> {
  const { output, report } = given;
  const decisions = await readDecisions(given.decisions);
  const files = progressOf('files');
  const check = await openCheck(given, {
    except: [output, report].filter((path) => path !== undefined).filter((path) => path !== STANDARD_STREAM),
    onFile: files.update,
    signal,
  }).finally(() => files.stop());
  try {
    const verifier = await createVerifier(unlimitedVerifierSettings(loadConfig()));
    try {
      await checkAndReport({ given, check, verifier, decisions }, signal);
    } finally {
      await verifier.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await check.close();
  }
}

interface Run {
  readonly given: DraftToCheck;
  readonly check: OpenCheck;
  readonly verifier: DocumentVerifier;
  readonly decisions: CheckedDraft['decisions'];
}

async function checkAndReport(run: Run, signal: AbortSignal): Promise<void> {
  const { given, check, verifier, decisions } = run;
  const { draft, sources } = check;
  const minConfidence = given.minConfidence ?? verifier.info.minConfidence.answers;
  const lines = await writeLines(run, minConfidence, signal);
  const highlights = await check.highlight(lines, { signal });
  const checked: CheckedDraft = {
    draft,
    lines,
    minConfidence,
    sources,
    decisions,
    highlights,
    models: modelHashes(verifier.info),
    date: new Date().toISOString().slice(0, 10),
    version: packageFacts().version,
  };
  if (given.report !== undefined) {
    const copies = highlights && copyAddresses(highlights, given.report);
    await writeFile(given.report, reportHtml({ ...checked, ...(copies && { copies }) }));
  }
  const commented = await check.comment(lines, { signal });
  const findings = lines.flatMap((line) => (line.verdict === null ? [] : [findingOfLine(line, checked)]));
  printSummary(checked, [
    ...(given.report === undefined ? [] : [`Report: ${given.report}`]),
    ...(given.decisions.length === 0 ? [] : [decisionsSummary(decisions, findings)]),
    ...(commented === undefined ? [] : [commentsSummary(commented, given.comments!)]),
    ...(highlights === undefined ? [] : highlightsSummary(highlights, given.highlight!)),
  ]);
}

function commentsSummary({ comments, atParagraph }: WrittenComments, to: string): string {
  const elsewhere =
    atParagraph === 0
      ? ''
      : `; ${atParagraph} of them on whole paragraphs, because the words of the sentence were not found`;
  return `${counted(comments, 'comment')}: ${to}${elsewhere}`;
}

function highlightsSummary({ copies, left, notFound }: WrittenHighlights, to: string): string[] {
  const marked = copies.reduce((sum, { highlights }) => sum + highlights, 0);
  const lost = notFound === 0 ? '' : `; ${counted(notFound, 'place')} not found on their pages`;
  return [
    `${counted(marked, 'highlight')} in ${counted(copies.length, 'PDF')}: ${to}${lost}`,
    ...left.map(({ file, reason }) => `  ${file} not highlighted: ${reason}`),
  ];
}

async function writeLines(run: Run, minConfidence: number, signal: AbortSignal): Promise<DraftLine[]> {
  const { given, check, verifier } = run;
  const lines: DraftLine[] = [];
  const sink = await sinkOf(given.output);
  const progress = progressOf('sentences');
  const isShown = given.output !== STANDARD_STREAM || process.stdout.isTTY !== true;
  const end = check.draft.text.length;
  try {
    for await (const line of check.sentences(verifier, { minConfidence, signal })) {
      await sink?.write(`${printableJson(JSON.stringify(line))}\n`);
      lines.push(line);
      if (isShown) progress.update(lines.length, end, line.end);
    }
  } finally {
    progress.stop();
    await sink?.close();
  }
  return lines;
}

async function sinkOf(output: string | undefined): Promise<Sink | undefined> {
  if (output === undefined) return undefined;
  return output === STANDARD_STREAM ? streamSink(process.stdout) : fileSink(output, 0);
}

function printSummary({ lines, sources }: CheckedDraft, written: readonly string[]): void {
  const { pass, review, fail, unchecked } = tallyOf(lines);
  const { unread, counts } = sources;
  const summary = [
    `${counted(pass + review + fail, 'sentence')} checked: ${fail} fail, ${review} review, ${pass} pass; ${unchecked} not ${unchecked === 1 ? 'a factual statement' : 'factual statements'}.`,
    `Files of the folder: ${filesSummary(sources)}.`,
    ...unread.slice(0, MAX_LISTED).map(({ file, reason }) => `  ${file} ${reason}`),
    ...(counts.unread > MAX_LISTED ? [`  and ${counts.unread - MAX_LISTED} more`] : []),
    ...written,
  ];
  printLines(process.stderr, summary.map(printable));
  process.exitCode = counts.unread === 0 ? 0 : 2;
}

const MAX_LISTED = 20;
