import type { ApiResponse } from './contract.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Relative to the page, so that the service works behind any path prefix. */
  readonly path: string;
  /** Sent in the Authorization header only. */
  readonly token: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export function isOk({ status }: ApiResponse): boolean {
  return status >= 200 && status < 300;
}

/** Sends a request to the service. Rejects only when no response came: the network failed, or the signal was aborted. */
export async function callApi({ method, path, token, body, signal }: ApiRequest): Promise<ApiResponse> {
  const response = await fetch(new URL(path, document.baseURI), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  });
  return { status: response.status, body: await readJson(response), headers: response.headers };
}

/** A proxy in between may answer with something other than JSON. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
