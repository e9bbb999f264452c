import { readFileSync } from 'node:fs';

/** The text of a file; undefined when it cannot be read. */
export type ReadText = (path: string) => string | undefined;

export const readText: ReadText = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
