/**
 * Runs `work` on at most `limit` inputs at a time and yields the results in the order of the inputs, each as soon as
 * it and all before it are done. At most `limit` inputs are held, whatever the length of the stream.
 * A rejected `work` ends the iteration; what was still running is waited for first.
 */
export async function* mapInOrder<In, Out>(
  inputs: AsyncIterable<In>,
  work: (input: In) => Promise<Out>,
  limit: number,
): AsyncGenerator<Out> {
  const iterator = inputs[Symbol.asyncIterator]();
  const running: Promise<Out>[] = [];
  let next: Promise<IteratorResult<In>> | undefined = watched(iterator.next());
  try {
    while (next !== undefined || running.length > 0) {
      const arrived = await nextEvent(running, running.length < limit ? next : undefined);
      if (arrived === 'head') {
        yield await running.shift()!;
      } else if (arrived.done === true) {
        next = undefined;
      } else {
        running.push(watched(work(arrived.value)));
        next = watched(iterator.next());
      }
    }
  } finally {
    await Promise.allSettled(running);
    // A generator that waits for input cannot be closed before the input comes: leave it behind.
    iterator.return?.()?.catch(() => undefined);
  }
}

/** A rejection is met when its turn comes; until then it must not count as unhandled. */
function watched<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function nextEvent<In>(
  running: readonly Promise<unknown>[],
  next: Promise<IteratorResult<In>> | undefined,
): Promise<'head' | IteratorResult<In>> {
  const head = running[0]?.then(
    () => 'head' as const,
    () => 'head' as const,
  );
  if (head === undefined) return next!;
  return next === undefined ? head : Promise.race([head, next]);
}
