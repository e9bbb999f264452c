import { createReadStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { InputError } from '../../contract/input-error.ts';
import type { LineFormat } from '../../rows/file-format.ts';
import { type InputRow, rowReader } from '../../rows/input-rows.ts';
import { toCell, toTextCell } from '../../rows/output-rows.ts';
import { WIDE_BOUNDS } from '../../rows/row-bounds.ts';
import { splitRecords } from '../../rows/split-records.ts';
import { countRow, noRows } from './row-counts.ts';
import type { BatchRun } from './run-batch.ts';

/** Resuming a run requires these to be equal: the input and everything that a verdict depends on. */
type RunIdentity = Readonly<Record<string, string>>;

export interface OutputFile {
  readonly path: string;
  readonly format: LineFormat;
  readonly delimiter?: string | undefined;
  readonly identity: RunIdentity;
}

export interface Start extends Pick<BatchRun, 'written' | 'check'> {
  /** Length of the complete rows in bytes; an incomplete row after them is overwritten. */
  readonly position: number;
}

type State = Pick<OutputFile, 'identity'>;

export function newRun(): Start {
  return { written: noRows(), check: () => undefined, position: 0 };
}

/**
 * Decides where a run starts. A state file next to the output identifies a run that has not finished; the
 * number of complete rows in the output shows how far it got, as rows are written in order.
 * Throws InputError instead of overwriting an unfinished run or resuming another run.
 */
export async function startOutput(output: OutputFile, resume: boolean, force: boolean): Promise<Start> {
  const state = await readState(output.path);
  const isEmpty = (await sizeOf(output.path)) === 0;
  if (!resume && !force && !isEmpty) {
    throw new InputError(
      state !== undefined
        ? `"${output.path}" is the output of an unfinished run. Add --resume to continue that run, or --force to start again.`
        : `"${output.path}" exists already. Choose another name, or add --force to overwrite it.`,
    );
  }
  const start = resume && !isEmpty ? await resumeOutput(output, state) : newRun();
  await writeState(output);
  return start;
}

export async function finishOutput({ path }: OutputFile): Promise<void> {
  await rm(statePath(path), { force: true });
}

async function resumeOutput(output: OutputFile, state: State | undefined): Promise<Start> {
  if (state === undefined) {
    throw new InputError(
      `The run of "${output.path}" cannot be resumed: it has no state file, as after a finished run. Choose another name, or add --force to overwrite it.`,
    );
  }
  for (const name of Object.keys({ ...state.identity, ...output.identity })) {
    const [before, value] = [state.identity, output.identity].map((one) => one[name] ?? 'by default');
    if (before === value) continue;
    throw new InputError(
      `The run to resume had the ${name} "${before}", this one has "${value}". Use the settings of the first run, or start a new run with another output.`,
    );
  }
  return scanOutput(output);
}

async function scanOutput({ path, ...form }: OutputFile): Promise<Start> {
  const readRow = rowReader(form, { required: [], bounds: WIDE_BOUNDS });
  let last: InputRow | undefined;
  const written = noRows();
  let position = 0;
  for await (const record of splitRecords(createReadStream(path), form, { maxBytes: WIDE_BOUNDS.recordBytes })) {
    if (!record.isTerminated) break;
    const row = readRow(record);
    if (row !== undefined) {
      if (row.problem !== undefined) break;
      last = row;
      const hasVerdict = (row.columns.verdict ?? '') !== '';
      countRow(written, { ...row.columns, ...(hasVerdict ? {} : { problem: errorMessage(row) }) });
    }
    position = record.endByte;
  }
  return { written, check: (row) => checkSameRow(last, row), position };
}

/** The message as JSONL and CSV have it. */
export function errorMessage({ columns }: Pick<InputRow, 'columns'>): string {
  const { error, error_message } = columns as { error?: { message?: string }; error_message?: string };
  return error?.message ?? error_message ?? '';
}

/** The fingerprint does not cover the whole input, so the last row written is compared with its input row. */
function checkSameRow(written: InputRow | undefined, row: InputRow): void {
  for (const name of ['id', 'claim', 'answer']) {
    const before = written?.columns[name];
    const now = row.columns[name];
    if (before === undefined || before === null || now === undefined) continue;
    if ([toCell(now), toTextCell(now)].includes(toCell(before))) continue;
    throw new InputError(
      `Row ${row.row} of the input has a different ${name} than in the run to resume. Use the input of the first run.`,
    );
  }
}

function statePath(path: string): string {
  return `${path}.state`;
}

async function readState(path: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(statePath(path), 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new InputError(`The state file "${statePath(path)}" cannot be read: ${(error as Error).message}.`);
  }
}

/** Replaced atomically, so that a killed process leaves either the old state or the new one. */
async function writeState(output: OutputFile): Promise<void> {
  const state: State = { identity: output.identity };
  const draft = `${statePath(output.path)}.new`;
  try {
    await writeFile(draft, `${JSON.stringify(state, undefined, 2)}\n`);
    await rename(draft, statePath(output.path));
  } catch (error) {
    throw new InputError(`The folder of "${output.path}" cannot be written to: ${(error as Error).message}.`);
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw new InputError(`"${path}" cannot be written: ${(error as Error).message}.`);
  }
}
