/** Work on a text that can be left off at every `yield`, so that whoever does it can let others have their turn. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Items that a loop handles between two yields: some tens of microseconds of work. */
export const STEP = 64;

/** Does all the steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
