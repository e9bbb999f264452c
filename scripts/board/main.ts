import { writeFile } from 'node:fs/promises';
import { Option } from 'commander';
import { forceOption } from '../../src/cli/batch/file-options.ts';
import { assertNewFile } from '../../src/cli/batch/writing.ts';
import { keptPairs, printLines, runCommandLine, stopSignal, wholeNumber } from '../../src/cli/command-line.ts';
import { productSettings } from '../../src/cli/evaluation/judge-rows.ts';
import { openScoreFile } from '../../src/cli/evaluation/score-file.ts';
import { loadConfig, verifierSettings } from '../../src/config.ts';
import { DEFAULT_BOOTSTRAP } from '../../src/evaluation/bootstrap.ts';
import { createVerifier } from '../../src/index.ts';
import { packageFacts } from '../../src/package.ts';
import { printableJson } from '../../src/printable.ts';
import { npmCommand } from '../npm-command.ts';
import { type Board, boardOf } from './board.ts';
import { BOARD_SET_NAMES, type BoardSetName } from './board-sets.ts';
import { boardTable } from './board-table.ts';
import { loadBoard } from './load-board.ts';
import { scoreBoard } from './score-board.ts';

interface BoardFlags {
  readonly sets: readonly BoardSetName[];
  readonly json?: string | true;
  readonly scores?: string;
  readonly force?: boolean;
  readonly limit: number;
  readonly resamples: number;
  readonly concurrency: number;
}

/** `npm run board`: the product and word overlap on the public test sets, with what others published. */
await runCommandLine(
  npmCommand('board', 'test-sets --scores board.scores --json board.json')
    .description('Measures the public test sets in a folder and prints them next to the published figures.')
    .argument('<folder>', "copies of the publishers' repositories, or their files")
    .addOption(new Option('--sets <names...>', 'only these sets').choices(BOARD_SET_NAMES).default([], 'all'))
    .option('--json [file]', 'write the board as JSON; to standard output when no file is given')
    .option('--scores <file>', 'file that caches the scores of all pairs')
    .addOption(forceOption())
    .addOption(numberOption('--limit <rows>', 'use only the first lines of each file', Number.POSITIVE_INFINITY))
    .addOption(numberOption('--resamples <count>', 'bootstrap resamples', DEFAULT_BOOTSTRAP.resamples))
    .addOption(numberOption('--concurrency <rows>', 'answers verified in parallel', 32))
    .action(measureBoard),
);

function numberOption(flags: string, description: string, byDefault: number): Option {
  return new Option(flags, description).argParser(wholeNumber(1, 999_999_999)).default(byDefault);
}

async function measureBoard(folder: string, flags: BoardFlags): Promise<void> {
  if (typeof flags.json === 'string') await assertNewFile(flags.json, flags.force ?? false);
  const signal = stopSignal(keptPairs(flags.scores));
  const { limit } = flags;
  const sets = flags.sets.length === 0 ? BOARD_SET_NAMES : flags.sets;
  const { entries, leftOut } = await loadBoard({ folder, sets, limit, signal });
  const scoreStore = flags.scores === undefined ? undefined : openScoreFile(flags.scores, signal);
  try {
    const verifier = await createVerifier({
      ...verifierSettings(loadConfig()),
      // The concurrency option limits the answers in flight, so the verifier's queue must not refuse any.
      maxQueueMs: Number.MAX_SAFE_INTEGER,
      ...(scoreStore && { scoreStore }),
    });
    try {
      const startedAt = new Date().toISOString();
      const items = await scoreBoard(entries, { verifier, concurrency: flags.concurrency, signal });
      const facts = {
        version: packageFacts().version,
        settings: productSettings(verifier.info, []),
        startedAt,
        leftOut,
      };
      await write(flags, boardOf(items, facts, { ...DEFAULT_BOOTSTRAP, resamples: flags.resamples }));
    } finally {
      await verifier.close();
    }
  } finally {
    scoreStore?.close();
  }
}

async function write({ json }: BoardFlags, board: Board): Promise<void> {
  const text = `${JSON.stringify(board, null, 1)}\n`;
  if (typeof json === 'string') await writeFile(json, text);
  if (json === true) process.stdout.write(printableJson(text));
  else printLines(process.stdout, [boardTable(board)]);
}
