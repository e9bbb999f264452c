import { Command } from 'commander';
import { SOURCE_ENDINGS } from '../../documents/file-kinds.ts';
import { printable } from '../../printable.ts';
import { counted, printLines, required, stopSignal, withExamples } from '../command-line.ts';

export function indexCommand(): Command {
  const command = new Command('index')
    .description(
      `Indexes a folder of documents (${SOURCE_ENDINGS}) into one file for check --index. ` +
        'If the file exists, only changed documents are read.',
    )
    .argument('<folder>', 'folder of documents, or one file')
    .addOption(required('--output <file>', 'the index'))
    .action(run);
  return withExamples(command, 'index ./sources --output sources.index').addHelpText(
    'after',
    '\nExit codes: 0 every document is in the index; 2 some could not be read; 1 the run failed; 130 or 143 the run was stopped.',
  );
}

async function run(folder: string, { output }: { readonly output: string }): Promise<void> {
  const signal = stopSignal('run the same command again to continue');
  // After the options, which can be wrong: it loads the libraries of languages.
  const { updateIndex } = await import('../../documents/index/update-index.ts');
  const { progressOf } = await import('../batch/progress.ts');
  const { update: onFile, stop } = progressOf('files');
  const { documents, read, unread, counts } = await updateIndex(output, folder, { onFile, signal }).finally(stop);
  const lines = [
    `${counted(documents, 'file')} in ${output}, ${read} of them read now; ${counts.unread} not read, ${counts.duplicates} the same as another, ${counts.others} of other kinds.`,
    ...unread.map(({ file, reason }) => `  ${file} ${reason}`),
    ...(counts.unread > unread.length ? [`  and ${counts.unread - unread.length} more`] : []),
  ];
  printLines(process.stderr, lines.map(printable));
  process.exitCode = counts.unread === 0 ? 0 : 2;
}
