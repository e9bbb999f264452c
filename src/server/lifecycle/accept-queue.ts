import type { Server } from 'node:http';

/** An event-loop turn that takes longer than this says nothing: connections may have arrived in the meantime. */
const MAX_TURN_MS = 1;
/** Requests are answered while we wait; under a load without pauses the wait ends here. */
const MAX_WAIT_MS = 3_000;

/**
 * Resolves after an event-loop turn without a new connection. A turn accepts one connection of the accept queue, and
 * closing the listening socket resets the connections that are still in it, although the clients are connected already.
 * So call `server.close()` synchronously after this.
 */
export function waitForEmptyAcceptQueue(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = performance.now() + MAX_WAIT_MS;
    let connected = true;
    let turnStart = performance.now();
    const onConnection = () => {
      connected = true;
    };
    const onTurn = () => {
      const now = performance.now();
      const isEmpty = !connected && now - turnStart < MAX_TURN_MS;
      connected = false;
      turnStart = now;
      if (!isEmpty && now < deadline) {
        setImmediate(onTurn);
        return;
      }
      server.off('connection', onConnection);
      resolve();
    };
    server.on('connection', onConnection);
    setImmediate(onTurn);
  });
}
