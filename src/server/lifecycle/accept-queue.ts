import type { Server } from 'node:http';

const SHORT_MS = 1;
/** Callers are served all the while, so waiting costs nothing but time; under a load that never pauses it ends. */
const PATIENCE_MS = 3_000;

/**
 * Resolves right after a short turn of the event loop in which nobody connected. A turn accepts one connection of
 * those that wait in the kernel, and those that wait when the listening socket is closed are reset although their
 * callers were let in; so it is to be closed at such a moment, in the very next statement.
 */
export function quietMoment(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const end = performance.now() + PATIENCE_MS;
    let connected = true;
    let before = performance.now();
    const onConnection = () => {
      connected = true;
    };
    const turn = () => {
      const now = performance.now();
      const quiet = !connected && now - before < SHORT_MS;
      connected = false;
      before = now;
      if (!quiet && now < end) {
        setImmediate(turn);
        return;
      }
      server.off('connection', onConnection);
      resolve();
    };
    server.on('connection', onConnection);
    setImmediate(turn);
  });
}
