/** Why a file cannot be read: the end of a sentence that begins with its name, without the full stop. */
export class ReadingProblem extends Error {
  override readonly name = 'ReadingProblem';
}
