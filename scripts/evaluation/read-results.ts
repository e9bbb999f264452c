import { readFile } from 'node:fs/promises';
import { jsonOrUndefined } from '../../src/client/json-or-undefined.ts';
import { RESULTS_FORMAT, type Results } from '../../src/evaluation/results.ts';
import { InputError } from '../../src/rows/input-error.ts';

/** Reads a file that `evaluate --json` wrote. Throws InputError for any other file. */
export async function readResults(path: string): Promise<Results> {
  const refuse = (reason: string) =>
    new InputError(`Expected a file that evaluate --json wrote, got "${path}": ${reason}.`);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw refuse(error.message);
  });
  const results = jsonOrUndefined(text) as Partial<Results> | null | undefined;
  if (results === undefined) throw refuse('it is not JSON');
  if (results?.format !== RESULTS_FORMAT || !Array.isArray(results.rows)) throw refuse('it contains no results');
  return results as Results;
}
