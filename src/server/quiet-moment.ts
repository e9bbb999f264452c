const QUIET_MS = 0.2;
const MOST_TURNS = 1_000;

/**
 * Calls back right after a short turn of the event loop. Each turn accepts every connection that waits in the kernel;
 * whoever connects between that and the closing of the listening socket is reset after it was let in, so the socket
 * is closed when next to nothing happened in between.
 */
export function atQuietMoment(callback: () => void): void {
  let turns = 0;
  let before = performance.now();
  const turn = () => {
    const now = performance.now();
    const quiet = now - before < QUIET_MS;
    before = now;
    turns += 1;
    if (quiet || turns >= MOST_TURNS) callback();
    else setImmediate(turn);
  };
  setImmediate(turn);
}
