import type { ApiResponse } from './contract.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Relative to the page, so that the service works behind any path prefix. */
  readonly path: string;
  /** Sent in the Authorization header only. */
  readonly token: string;
  readonly body?: unknown;
  /** In place of `body`. */
  readonly file?: { readonly content: Blob; readonly type: string };
  readonly signal?: AbortSignal;
  /** The media type that the response should have; any by default. */
  readonly accept?: string;
}

export function isOk({ status }: ApiResponse): boolean {
  return status >= 200 && status < 300;
}

/** Sends a request to the service. Rejects only when no response came: the network failed, or the signal was aborted. */
export async function callApi(request: ApiRequest): Promise<ApiResponse> {
  const response = await sendRequest(request);
  return { status: response.status, body: await readJson(response), headers: response.headers };
}

/** The response as soon as its headers are there. Rejects as `callApi`. */
export function sendRequest({ method, path, token, body, file, signal, accept }: ApiRequest): Promise<Response> {
  return fetch(new URL(path, document.baseURI), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': file.type }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: file.content }),
    ...(signal === undefined ? {} : { signal }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  });
}

/** The body; undefined when it is no JSON, as a proxy in between may answer with something else. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
