import { ERRORS, type ErrorCode, ServiceError } from '../../src/index.ts';
import { jsonOrUndefined } from '../json-or-undefined.ts';
import type { RemoteService } from '../remote-service.ts';
import type { Checker } from './checker.ts';

/** Asks a running service. What it refuses is thrown with its own sentence. */
export function remoteChecker(service: RemoteService): Checker {
  return {
    verifyClaim: (body, signal) => post(service, { path: 'v1/verify', body, signal }),
    verifyAnswer: (body, signal) => post(service, { path: 'v1/verify/answer', body, signal }),
    close: async () => undefined,
  };
}

interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

async function post({ url, apiKey }: RemoteService, { path, body, signal }: Call): Promise<object> {
  const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // The key is for this address only.
    redirect: 'error',
    signal,
  }).catch((cause) => {
    signal.throwIfAborted();
    throw new ServiceError('service_unavailable', `Expected a claim verification service at ${url}, got no answer.`, {
      cause,
    });
  });
  const value = jsonOrUndefined(await response.text());
  if (response.ok && typeof value === 'object' && value !== null) return value;
  throw refusal(url, response.status, value);
}

function refusal(url: string, status: number, value: unknown): ServiceError {
  const { code, message } = (value as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
  if (typeof message === 'string' && typeof code === 'string' && code in ERRORS) {
    return new ServiceError(code as ErrorCode, message);
  }
  return new ServiceError(
    'service_unavailable',
    `Expected the answer of a claim verification service from ${url}, got status ${status} and another body.`,
  );
}
