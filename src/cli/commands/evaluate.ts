import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { InputError } from '../../contract/input-error.ts';
import { DEFAULT_BOOTSTRAP } from '../../evaluation/bootstrap.ts';
import { HALVES } from '../../evaluation/split.ts';
import { fileOptions, forceOption, labelOption } from '../batch/file-options.ts';
import { assertNewFile } from '../batch/writing.ts';
import { wholeNumber, withExamples } from '../command-line.ts';
import type { EvaluationFlags } from '../evaluation/run-evaluation.ts';

/** Stored next to the sources; the build copies it next to the compiled files. */
const CONTRAST_SET = fileURLToPath(new URL('../../../scripts/contrast/contrast.jsonl', import.meta.url));

export function evaluateCommand(): Command {
  const command = new Command('evaluate')
    .description(
      'Verifies labeled claims and measures the quality of the verdicts. src/evaluation/README.md lists the input formats.',
    )
    .addOption(
      new Option(
        '--input <files...>',
        'files with labeled claims: JSONL, JSON, CSV, TSV, .xlsx or Parquet, plain or gzipped',
      ).default([], 'none'),
    )
    .option('--contrast', 'measure the contrast set of this package too: claims and their altered versions, by attack')
    .option('--json [file]', 'write all metrics and verdicts as JSON; to standard output when no file is given')
    .action(run);
  for (const option of [...fileOptions(), labelOption(), forceOption(), ...settingOptions()]) command.addOption(option);
  return withExamples(
    command,
    'evaluate --input labeled.jsonl',
    'evaluate --input labeled.jsonl --json now.json --scores all.scores',
    'evaluate --input labeled.parquet --claim-column answer --source-column passage --label-column gold',
    'evaluate --contrast',
  );
}

function settingOptions(): Option[] {
  return [
    new Option('--half <half>', 'rows to measure').choices([...HALVES, 'all']).default('all'),
    new Option('--without <name>', 'ablation: leave a feature or rule out of the decision; may be repeated')
      .argParser((name: string, names: readonly string[]) => [...names, name])
      .default([], 'none'),
    new Option('--scores <file>', 'file that caches the scores of all pairs'),
    new Option('--limit <rows>', 'use only the first lines of each file')
      .argParser(wholeNumber(1, 999_999_999))
      .default(Number.POSITIVE_INFINITY, 'all rows'),
    new Option('--resamples <count>', 'bootstrap resamples')
      .argParser(wholeNumber(10, 100_000))
      .default(DEFAULT_BOOTSTRAP.resamples),
    new Option('--concurrency <rows>', 'rows verified in parallel').argParser(wholeNumber(1, 10_000)).default(32),
  ];
}

async function run(flags: EvaluationFlags): Promise<void> {
  const inputs = flags.contrast ? [...flags.input, CONTRAST_SET] : flags.input;
  if (inputs.length === 0)
    throw new InputError('There is nothing to measure. Add --input with labeled files, or --contrast.');
  if (typeof flags.json === 'string') await assertNewFile(flags.json, flags.force ?? false);
  // Imported after the options were checked, because it loads the language and model libraries.
  const { runEvaluation } = await import('../evaluation/run-evaluation.ts');
  await runEvaluation({ ...flags, input: inputs });
}
