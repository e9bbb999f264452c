import { createClient } from '../../client/client.ts';
import type { AnswerRequestBody, VerifyRequestBody } from '../../client/index.ts';
import type { RemoteService } from '../remote-service.ts';
import type { Checker } from './checker.ts';

/** Asks a running service once for each call: who called decides about another time. What it refuses is thrown with its own sentence. */
export function remoteChecker({ url, apiKey: key }: RemoteService): Checker {
  const client = createClient({ url, key, retries: 0, fetch: fetchHere });
  return {
    // The service checks what it is sent.
    verifyClaim: (body, signal) => client.verify(body as VerifyRequestBody, { signal }),
    verifyAnswer: (body, signal) => client.verifyAnswer(body as AnswerRequestBody, { signal }),
    close: async () => undefined,
  };
}

/** The key is for this address only. */
function fetchHere(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(input, { ...init, redirect: 'error' });
}
