import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

/** Calls `onFault` once, after the first answer that finds the verifier lost. */
export function watchForFault(app: FastifyInstance, readiness: Readiness, onFault: (reason: string) => void): void {
  let told = false;
  app.addHook('onRequest', async (_request, reply) => {
    finished(reply.raw, () => {
      const { fault } = readiness;
      if (fault === undefined || told) return;
      told = true;
      onFault(fault);
    });
  });
}
