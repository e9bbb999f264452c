import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { failureOf, stopSignal, wholeNumber } from './command-line.ts';
import { AREAS, fuzz } from './fuzz/session.ts';

/** `npm run fuzz -- --minutes 2`: odd input of every kind for a service of its own on this machine. */
interface Flags {
  readonly minutes: number;
  readonly seed: number;
  readonly only?: string;
  readonly case?: number;
}

const MOST_SEEDS = 1_000_000_000;
const MS_A_MINUTE = 60_000;

const program = new Command('fuzz')
  .description(
    'Starts the service, sends it odd input of every kind, and says what did not hold and how to see it again.',
  )
  .option('--minutes <n>', 'for all areas together', wholeNumber(1, 100_000), 2)
  .option(
    '--seed <n>',
    'of the inputs; another one each time by default',
    wholeNumber(0, MOST_SEEDS - 1),
    randomInt(MOST_SEEDS),
  )
  .addOption(new Option('--only <area>', 'one area').choices(AREAS.map(({ name }) => name)))
  .option('--case <n>', 'one case of that area', wholeNumber(0, MOST_SEEDS))
  .showHelpAfterError('(--help lists the options)')
  .action(run);

async function run({ minutes, seed, only, case: number }: Flags): Promise<void> {
  if (number !== undefined && only === undefined) program.error('error: --case needs --only, got none');
  const areas = AREAS.filter(({ name }) => only === undefined || name === only);
  process.stdout.write(`Seed ${seed}, ${minutes} minutes, ${areas.map(({ name }) => name).join(', ')}\n`);
  const plan = { areas, seed, number, ms: minutes * MS_A_MINUTE, signal: stopSignal() };
  const failures = await fuzz(plan, (line) => process.stdout.write(`${line}\n`));
  for (const failure of failures) process.stdout.write(`\n${failure}\n`);
  process.stdout.write(failures.length === 0 ? 'Everything held.\n' : `\n${failures.length} did not hold.\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

try {
  await program.parseAsync();
} catch (error) {
  const { message, exitCode } = failureOf(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
