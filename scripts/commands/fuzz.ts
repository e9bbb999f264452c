import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { stopSignal, wholeNumber, withExamples } from '../command-line.ts';
import { AREAS, fuzz } from '../fuzz/session.ts';

interface Flags {
  readonly minutes: number;
  readonly seed?: number;
  readonly only?: string;
  readonly case?: number;
}

const MAX_SEED = 999_999_999;
const MS_PER_MINUTE = 60_000;

/** `claim-verifier fuzz --minutes 2`: odd input of every kind for a service of its own on this machine. */
export function fuzzCommand(): Command {
  const command = new Command('fuzz')
    .description(
      'Starts the service, sends it odd input of every kind, and says what did not hold and how to see it again.',
    )
    .option('--minutes <n>', 'for all areas together', wholeNumber(1, 100_000), 2)
    .option('--seed <n>', 'of the inputs; another one each time by default', wholeNumber(0, MAX_SEED))
    .addOption(new Option('--only <area>', 'one area').choices(AREAS.map(({ name }) => name)))
    .option('--case <n>', 'one case of that area', wholeNumber(0, MAX_SEED))
    .action((flags: Flags) => run(flags, command));
  return withExamples(command, 'fuzz --minutes 2', 'fuzz --only texts --seed 7 --case 12');
}

async function run(
  { minutes, seed = randomInt(MAX_SEED), only, case: number }: Flags,
  command: Command,
): Promise<void> {
  if (number !== undefined && only === undefined) command.error('error: --case needs --only, got none');
  const areas = AREAS.filter(({ name }) => only === undefined || name === only);
  process.stdout.write(`Seed ${seed}, ${minutes} minutes, ${areas.map(({ name }) => name).join(', ')}\n`);
  const signal = stopSignal(`--seed ${seed} makes the same inputs again`);
  const failures = await fuzz({ areas, seed, number, ms: minutes * MS_PER_MINUTE, signal }, (line) =>
    process.stdout.write(`${line}\n`),
  );
  for (const failure of failures) process.stdout.write(`\n${failure}\n`);
  process.stdout.write(failures.length === 0 ? 'Everything held.\n' : `\n${failures.length} did not hold.\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
