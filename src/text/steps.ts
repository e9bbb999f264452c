/** The result of work that yields between its steps, without a turn for others. */
export function finished<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
