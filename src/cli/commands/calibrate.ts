import { Command, InvalidArgumentError, Option } from 'commander';
import { fileOptions, forceOption, labelOption } from '../batch/file-options.ts';
import { assertNewFile } from '../batch/writing.ts';
import type { CalibrationFlags } from '../calibration/run-calibration.ts';
import { required, wholeNumber, withExamples } from '../command-line.ts';

export function calibrateCommand(): Command {
  const command = new Command('calibrate')
    .description(
      'Fits a calibration (weights, thresholds, confidence) on the tuning half of labeled claims and compares it on the other half. A full fit needs 50 rows of each label in the tuning half, about 300 rows in all. With 20 rows or more, the confidence and the minimum confidence are fitted.',
    )
    .addOption(
      required(
        '--input <files...>',
        'files with labeled claims: JSONL, JSON, CSV, TSV, .xlsx or Parquet, plain or gzipped',
      ),
    )
    .addOption(required('--output <file>', 'calibration file to write; set CALIBRATION_FILE to it to use it'))
    .addOption(
      new Option(
        '--max-wrong <share>',
        'fit the minimum confidence so that at most this share of the passed answers is wrong, such as 5%',
      ).argParser(readShare),
    )
    .option('--scores <file>', 'file that caches the scores of all pairs')
    .option('--name <name>', 'name of the calibration in /info; default: the model and the date')
    .option('--concurrency <rows>', 'rows processed in parallel', wholeNumber(1, 10_000), 32)
    .action(run);
  for (const option of [...fileOptions(), labelOption(), forceOption()]) command.addOption(option);
  return withExamples(
    command,
    'calibrate --input labeled.jsonl --output calibration.json',
    'calibrate --input labeled.jsonl --max-wrong 5% --output calibration.json',
    'calibrate --input public.jsonl hard.jsonl --scores all.scores --output calibration.json',
  );
}

async function run(flags: CalibrationFlags): Promise<void> {
  await assertNewFile(flags.output, flags.force ?? false);
  // Imported after the options were checked, because it loads the language and model libraries.
  const { runCalibration } = await import('../calibration/run-calibration.ts');
  await runCalibration(flags);
}

function readShare(text: string): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?|\.\d+) ?(%?)$/.exec(text) ?? [];
  const share = Number(number) / (percent === '%' ? 100 : 1);
  if (!(share >= 0.001 && share <= 0.5)) throw new InvalidArgumentError('Expected 0.1% to 50%, such as 5%.');
  return Math.round(share * 1e4) / 1e4;
}
