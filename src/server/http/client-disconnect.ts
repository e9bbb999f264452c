import type { FastifyReply } from 'fastify';

/**
 * A signal that aborts when the client disconnects before the response is written. A half-closed connection counts as
 * disconnected: a client that died looks the same. Fastify's own `request.signal` cannot be used: it follows the 'close'
 * event of the request, which Node emits once the body is read, and not again when the client disconnects.
 */
export function clientDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) controller.abort(new Error('The client disconnected.'));
  };
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  return controller.signal;
}
