import type { FastifyReply } from 'fastify';

/**
 * A signal that aborts when the caller ends its connection before the answer is written. A half-closed connection
 * counts as ended: a caller that died looks the same.
 */
export function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const hangUp = () => {
    if (!raw.writableFinished) controller.abort(new Error('The caller hung up.'));
  };
  if (raw.destroyed) hangUp();
  else raw.once('close', hangUp);
  return controller.signal;
}
