import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { openRows } from '../../src/cli/batch/open-rows.ts';
import { InputError } from '../../src/contract/input-error.ts';
import type { LeftOut } from '../../src/evaluation/results.ts';
import { type AnswerInput, answerRequestReader, ServiceError } from '../../src/index.ts';
import { formatOfName } from '../../src/rows/file-format.ts';
import { WIDE_BOUNDS } from '../../src/rows/row-bounds.ts';
import type { BoardRow } from './board-row.ts';
import { BOARD_SETS, type BoardFile, type BoardSet, type BoardSetName } from './board-sets.ts';

export interface BoardEntry {
  readonly set: string;
  readonly task: string | undefined;
  readonly row: BoardRow;
  readonly input: AnswerInput;
}

export interface LoadedBoard {
  readonly entries: readonly BoardEntry[];
  readonly leftOut: readonly LeftOut[];
}

export interface BoardOptions {
  readonly folder: string;
  readonly sets: readonly BoardSetName[];
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * The answers of the public test sets in a folder: copies of the publishers' repositories, or their files alone. Throws
 * InputError when a file is missing or one of its rows has another layout: figures on part of a set compare with nothing.
 */
export async function loadBoard({ folder, sets, limit, signal }: BoardOptions): Promise<LoadedBoard> {
  const names = sets.map((name): BoardSet => BOARD_SETS[name]);
  const found = await filesIn(folder);
  const files = names.flatMap((set) => set.files.map((file) => ({ set, file, path: pathOf(file, found) })));
  const missing = files.filter(({ path }) => path === undefined).map(({ file }) => file.paths[0]!);
  if (missing.length > 0)
    throw new InputError(
      `Expected the files of the test sets in "${folder}"; missing: ${missing.join(', ')}. Add them, or choose sets with --sets.`,
    );
  const entries: BoardEntry[] = [];
  const leftOut = new Map<string, LeftOut>();
  const leaveOut = (set: string, reason: string) => {
    const key = JSON.stringify([set, reason]);
    leftOut.set(key, { set, reason, rows: (leftOut.get(key)?.rows ?? 0) + 1 });
  };
  for (const { set, file, path } of files) {
    for await (const reading of readingsOf(join(folder, path!), file, { limit, signal })) {
      if ('leftOut' in reading) leaveOut(set.name, reading.leftOut);
      for (const row of 'rows' in reading ? reading.rows : []) {
        const input = inputOf(row);
        if (typeof input === 'string') leaveOut(set.name, input);
        else entries.push({ set: set.name, task: file.task, row, input });
      }
    }
  }
  return { entries, leftOut: [...leftOut.values()] };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`Expected a folder with the test sets, got "${folder}": ${error.code ?? error.message}.`);
  });
  return entries.toSorted();
}

function pathOf({ paths }: BoardFile, found: readonly string[]): string | undefined {
  const isNamed = (end: string) => (path: string) => `/${path.split(sep).join('/')}`.endsWith(`/${end}`);
  // A bare test.jsonl is only taken from the folder itself: repositories have files of this name for other tasks.
  const isTop = (end: string) => (path: string) => path === end;
  return paths.map((end) => found.find(end === 'test.jsonl' ? isTop(end) : isNamed(end))).find((path) => path);
}

async function* readingsOf(
  path: string,
  { read }: BoardFile,
  { limit, signal }: Pick<BoardOptions, 'limit' | 'signal'>,
) {
  const options = { format: formatOfName(path), required: [], bounds: WIDE_BOUNDS };
  const { rows } = await openRows(path, options, signal);
  let count = 0;
  for await (const { line, columns, problem } of rows) {
    if (problem !== undefined) throw damaged(path, line, problem);
    try {
      yield read(columns);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const { path: field, message } = error.issues[0]!;
      throw damaged(path, line, `${field.join('.')}: ${message}.`);
    }
    count += 1;
    if (count === limit) return;
  }
  if (count === 0) throw new InputError(`Expected rows in "${path}", got none. Fetch the file again.`);
}

function damaged(path: string, line: number, problem: string): InputError {
  return new InputError(
    `Expected the publisher's layout in line ${line} of "${path}": ${problem} Fetch the file again.`,
  );
}

const readRequest = answerRequestReader();

/** The request of a row, or the field that the service refuses. */
function inputOf({ answer, sources, format }: BoardRow): AnswerInput | string {
  try {
    return readRequest({
      answer,
      sources: sources.map((text, i) => ({ id: String(i + 1), text, ...(format && { format }) })),
      offsets: 'code_point',
    });
  } catch (error) {
    if (error instanceof ServiceError) return `${String(error.details?.field)} outside the limits of the service`;
    throw error;
  }
}
