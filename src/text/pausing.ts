/** Work on a long text that pauses: at every `yield` whoever runs it may let others have their turn. */
export type Pausing<Result> = Generator<undefined, Result, undefined>;

/** Does all of the work at once. */
export function withoutPause<Result>(work: Pausing<Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** All items of what is read piece by piece, with a pause after each. */
export function* pausingList<Item>(items: Iterable<Item>): Pausing<Item[]> {
  const list: Item[] = [];
  for (const item of items) {
    list.push(item);
    yield;
  }
  return list;
}
