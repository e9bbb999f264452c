import type { Answer } from './contract.ts';

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Relative to the page, so that the service may stand behind any prefix. */
  readonly path: string;
  /** Goes into the Authorization header, and nowhere else. */
  readonly token: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export function isOk({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Asks the service. Rejects only when no answer came: the network failed, or the signal was aborted. */
export async function ask({ method, path, token, body, signal }: Ask): Promise<Answer> {
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

/** A proxy in between may answer with something else than JSON. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
