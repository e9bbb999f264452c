import { createClient } from '../../client/client.ts';
import type { AnswerRequestBody, VerifyRequestBody } from '../../client/index.ts';
import { ServiceError } from '../../errors.ts';
import { KEY_VARIABLE } from '../remote-service.ts';
import type { OpenChecker } from './open-checker.ts';

interface RemoteOptions {
  readonly url: string;
  /** Undefined where the environment has none: each call says so. */
  readonly apiKey: string | undefined;
}

/** Asks a running service once for each call: who called decides about another time. What it refuses is thrown with its own sentence. */
export function remoteChecker({ url, apiKey: key }: RemoteOptions): OpenChecker {
  const ask = async <Answer>(call: (client: ReturnType<typeof createClient>) => Promise<Answer>): Promise<Answer> => {
    if (key === undefined) throw new ServiceError('unauthorized', NO_KEY);
    try {
      return await call(createClient({ url, key, retries: 0, fetch: fetchHere }));
    } catch (error) {
      throw error instanceof ServiceError && error.code === 'unauthorized' ? refusedKey(error) : error;
    }
  };
  return {
    // The service checks what it is sent.
    verifyClaim: (body, signal) => ask((client) => client.verify(body as VerifyRequestBody, { signal })),
    verifyAnswer: (body, signal) => ask((client) => client.verifyAnswer(body as AnswerRequestBody, { signal })),
    close: async () => undefined,
  };
}

const NO_KEY =
  `Nothing was checked: this tool asks a service and has no API key for it. Set ${KEY_VARIABLE} among the environment ` +
  'variables ("env") of this server in the configuration of the MCP client, and start the server again.';

function refusedKey({ message, status, requestId }: ServiceError): ServiceError {
  const sentence = `Nothing was checked: the service refused the API key in ${KEY_VARIABLE}. It says: ${message}`;
  return new ServiceError('unauthorized', sentence, { status, requestId });
}

/** The key is for this address only. */
function fetchHere(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(input, { ...init, redirect: 'error' });
}
