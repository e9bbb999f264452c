import { writeFile } from 'node:fs/promises';
import { answerLimits, loadConfig, unlimitedVerifierSettings } from '../../config.ts';
import { createVerifier } from '../../index.ts';
import { printable } from '../../printable.ts';
import { inputBounds } from '../../rows/row-bounds.ts';
import { answersWithin, CLAIMS, type RowKind } from '../../rows/row-kind.ts';
import { counted, printLines } from '../command-line.ts';
import { readDecisions } from '../review/decisions.ts';
import { describeCounts, describeProblems } from './row-counts.ts';
import { verdictReport } from './verdict-report.ts';
import { type VerifiedFile, type VerifyFileOptions, verifyFile } from './verify-file.ts';

export interface RowsToVerify extends Omit<VerifyFileOptions, 'kind' | 'bounds'> {
  readonly of: RowKind['name'];
  readonly report?: string | undefined;
  /** Files that pages of earlier runs saved. */
  readonly decisions: readonly string[];
}

/** Verifies a file with the models of the settings, and prints a summary to standard error. */
export async function runVerify(
  { of, report, decisions: files, ...given }: RowsToVerify,
  signal: AbortSignal,
): Promise<void> {
  const decisions = await readDecisions(files);
  const config = loadConfig();
  const limits = answerLimits(config);
  const kind = of === 'claims' ? CLAIMS : answersWithin(limits);
  const options = { ...given, kind, bounds: inputBounds(limits) };
  const reported: string[] = [];
  const verified = await verifyFile(options, {
    openVerifier: () => createVerifier(unlimitedVerifierSettings(config)),
    stderr: process.stderr,
    signal,
    async onLines(lines) {
      if (report === undefined) return;
      const { html, summary } = await verdictReport({ ...options, decisions }, lines, signal);
      await writeFile(report, html);
      reported.push(`Report: ${report}`, ...summary);
    },
  });
  printSummary(verified, reported);
}

function printSummary(verified: VerifiedFile, reported: readonly string[]): void {
  const { rows, errors, verdicts, outcomes, problems, cutCells } = verified;
  const lines = [
    `${counted(rows, 'row')} written, ${endingOf(rows, errors)}: ${describeCounts(verdicts)}; ${describeCounts(outcomes)}.`,
    ...describeProblems(problems),
    ...(cutCells === 0 ? [] : [`${counted(cutCells, 'cell')} cut to 32,767 characters, the most that .xlsx holds.`]),
    ...reported,
  ];
  printLines(process.stderr, lines.map(printable));
  process.exitCode = errors === 0 ? 0 : 2;
}

function endingOf(rows: number, errors: number): string {
  const each = rows === 1 ? 'with' : 'each with';
  if (errors === 0) return `${each} a verdict`;
  return `${errors === rows ? each : `${errors} of them with`} an error instead of a verdict`;
}
