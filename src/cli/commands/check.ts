import { extname } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { DRAFT_ENDINGS, SOURCE_ENDINGS } from '../../documents/file-kinds.ts';
import { forceOption } from '../batch/file-options.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';
import { assertEmptyFolder, assertNewFile, keptLines } from '../batch/writing.ts';
import { required, stopSignal, withExamples } from '../command-line.ts';

interface Flags {
  readonly against: string;
  readonly report?: string;
  readonly comments?: string;
  readonly highlight?: string;
  readonly output?: string;
  readonly index?: string;
  readonly minConfidence?: number;
  readonly decisions?: readonly string[];
  readonly force?: true;
}

const EXIT_CODES = `
Exit codes: 0 every sentence was checked against every document; 2 some documents of the folder could not be read; 1 the run
failed; 130 or 143 the run was stopped. Each line of --output is a sentence of the draft, with the fields
of sentences[] of POST /v1/verify/answer. It has its place in the draft, and the file, page, line and heading of the evidence.`;

export function checkCommand(): Command {
  const command = new Command('check')
    .description(
      `Checks every sentence of a draft (${DRAFT_ENDINGS}) against a folder of documents (${SOURCE_ENDINGS}), ` +
        'and writes a report for people, comments into the draft, or lines for programs. Files that cannot be read are named.',
    )
    .argument('<draft>', 'the file to check')
    .addOption(required('--against <folder>', 'folder of source documents, or one file'))
    .option('--report <file>', 'write a report: one HTML page')
    .option('--comments <file>', 'write the draft, a docx, with a comment at each sentence that does not pass')
    .option('--highlight <folder>', 'write copies of the cited PDFs with the evidence highlighted into this folder')
    .option('--output <file>', 'write a line of JSON for each sentence; - for standard output')
    .option('--index <file>', 'keep the index of the folder in this file, and read changed files only')
    .option('--min-confidence <number>', 'minimum confidence for a supported sentence to pass', share)
    .option('--decisions <file...>', 'show decisions saved from earlier reports, where the finding is unchanged')
    .addOption(forceOption())
    .action((draft: string, flags: Flags) => run(draft, flags, command));
  return withExamples(
    command,
    'check draft.docx --against ./sources --report check.html',
    'check draft.pdf --against ./sources --report check.html --output check.jsonl',
    'check draft.docx --against ./sources --comments draft.checked.docx',
    'check draft.docx --against ./sources --report check.html --highlight ./highlighted',
    'check draft.docx --against ./sources --decisions draft.docx.decisions.json --report second.html',
    'check draft.md --against ./sources --index sources.index --output -',
  ).addHelpText('after', EXIT_CODES);
}

async function run(draft: string, flags: Flags, command: Command): Promise<void> {
  const wrong = wrongOptions(flags);
  if (wrong !== undefined) command.error(`error: ${wrong}`);
  const { report, output } = flags;
  for (const path of [output, report, flags.comments]) {
    if (path !== undefined && path !== STANDARD_STREAM) await assertNewFile(path, flags.force ?? false);
  }
  if (flags.highlight !== undefined && !flags.force) await assertEmptyFolder(flags.highlight);
  const signal = stopSignal(keptLines(output));
  // Imported after the options were checked, because it loads the language and model libraries.
  const { runCheck } = await import('../check/run-check.ts');
  await runCheck({ ...flags, draft, decisions: flags.decisions ?? [] }, signal);
}

function wrongOptions({ report, output, comments, highlight }: Flags): string | undefined {
  if (report === undefined && output === undefined && comments === undefined && highlight === undefined)
    return 'expected --report FILE, --comments FILE, --highlight FOLDER or --output FILE, got none';
  if (report !== undefined && !['.html', '.htm'].includes(extname(report).toLowerCase()))
    return `expected a report that ends in .html, got "${report}"`;
  return undefined;
}

function share(text: string): number {
  const value = /^[01]?(?:\.\d+)?$/.test(text) && text !== '' ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}
