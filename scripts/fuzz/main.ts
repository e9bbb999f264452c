import { randomInt } from 'node:crypto';
import { type Command, Option } from 'commander';
import { runCommandLine, stopSignal, wholeNumber } from '../../src/cli/command-line.ts';
import { npmCommand } from '../npm-command.ts';
import { AREAS, fuzz } from './fuzz-session.ts';

interface Flags {
  readonly minutes: number;
  readonly seed?: number;
  readonly only?: string;
  readonly case?: number;
}

const MAX_SEED = 999_999_999;
const MS_PER_MINUTE = 60_000;

/** `npm run fuzz -- --minutes 2`: sends unusual input to a service that it starts. */
await runCommandLine(
  npmCommand('fuzz', '--minutes 2', '--only texts --seed 7 --case 12')
    .description(
      'Starts the service, sends it unusual input of every kind, and prints failed checks with the command that repeats them.',
    )
    .option('--minutes <n>', 'duration of all areas together', wholeNumber(1, 100_000), 2)
    .option('--seed <n>', 'seed of the inputs; default: random', wholeNumber(0, MAX_SEED))
    .addOption(new Option('--only <area>', 'test only this area').choices(AREAS.map(({ name }) => name)))
    .option('--case <n>', 'run only this case of the area', wholeNumber(0, MAX_SEED))
    .action(run),
);

async function run(
  { minutes, seed = randomInt(MAX_SEED), only, case: number }: Flags,
  command: Command,
): Promise<void> {
  if (number !== undefined && only === undefined) command.error('error: --case needs --only AREA');
  const areas = AREAS.filter(({ name }) => only === undefined || name === only);
  process.stdout.write(`Seed ${seed}, ${minutes} minutes, ${areas.map(({ name }) => name).join(', ')}\n`);
  const signal = stopSignal(`use --seed ${seed} to repeat the same inputs`);
  const failures = await fuzz({ areas, seed, number, ms: minutes * MS_PER_MINUTE, signal }, (line) =>
    process.stdout.write(`${line}\n`),
  );
  for (const failure of failures) process.stdout.write(`\n${failure}\n`);
  process.stdout.write(failures.length === 0 ? 'All checks passed.\n' : `\n${failures.length} checks failed.\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
