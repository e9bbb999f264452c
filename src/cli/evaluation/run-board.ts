import { writeFile } from 'node:fs/promises';
import { loadConfig, verifierSettings } from '../../config.ts';
import { type Board, boardOf } from '../../evaluation/board/board.ts';
import { BOARD_SET_NAMES, type BoardSetName } from '../../evaluation/board/board-sets.ts';
import { boardTable } from '../../evaluation/board/board-table.ts';
import { DEFAULT_BOOTSTRAP } from '../../evaluation/bootstrap.ts';
import { createVerifier } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import { printableJson } from '../../printable.ts';
import { keptPairs, printLines, stopSignal } from '../command-line.ts';
import { productSettings } from './judges.ts';
import { loadBoard } from './load-board.ts';
import type { EvaluationFlags } from './run-evaluation.ts';
import { scoreBoard } from './score-board.ts';
import { openScoreFile } from './score-file.ts';

export interface BoardFlags extends EvaluationFlags {
  readonly board: string;
  readonly sets: readonly BoardSetName[];
}

/** Measures the product and word overlap on the public test sets and prints them with what others published. */
export async function runBoard(flags: BoardFlags): Promise<void> {
  const signal = stopSignal(keptPairs(flags.scores));
  const { board: folder, limit } = flags;
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
