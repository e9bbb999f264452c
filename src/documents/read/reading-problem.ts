import { printable } from '../../printable.ts';

const MAX_LENGTH = 300;

/** Elements inside each other that are read; parsers that call themselves for each overflow the stack at some thousands. */
export const MAX_DEPTH = 1_000;

/**
 * Why a file cannot be read: the end of a sentence that begins with its name, without the full stop. Names and messages in
 * it come from the file: it is one short line of printable text.
 */
export class ReadingProblem extends Error {
  override readonly name = 'ReadingProblem';

  constructor(message: string) {
    super(printable(message).slice(0, MAX_LENGTH));
  }
}

export function nestedTooDeeply(): ReadingProblem {
  return new ReadingProblem(`has elements nested deeper than ${MAX_DEPTH}`);
}
