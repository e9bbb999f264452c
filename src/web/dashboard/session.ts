import { type ApiRequest, callApi, isOk, readJson, sendRequest } from '../shared/api.ts';
import type { ApiResponse } from '../shared/contract.ts';
import { explain, type UiError, UNREACHABLE, waitForOthersMs } from '../shared/ui-error.ts';

/** The API answered with an error, or not at all. */
export class ApiError extends Error {
  readonly uiError: UiError;
  /** HTTP status; 0 when no response came. */
  readonly status: number;

  constructor(uiError: UiError, status: number) {
    super(uiError.title);
    this.uiError = uiError;
    this.status = status;
  }
}

/** Calls the API with one token, which other code cannot read. */
export class Session {
  #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** Use this token from now on, also after a reload: the old one was rotated. */
  replaceToken(token: string): void {
    this.#token = token;
    keepToken(token);
  }

  get<Body>(path: string): Promise<Body> {
    return this.#call('GET', path);
  }

  send<Body>(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Body> {
    return this.#call(method, path, body);
  }

  /** Waits for other uploads of the same customer to end, if there are too many at the same time. */
  async upload<Body>(path: string, content: Blob, type: string): Promise<Body> {
    for (;;) {
      const answer = await reached(() =>
        callApi({ method: 'POST', path, token: this.#token, file: { content, type } }),
      );
      const waitMs = waitForOthersMs(answer);
      if (waitMs === undefined) return bodyOf(answer);
      await sleep(waitMs);
    }
  }

  /** Waits as `upload` does. */
  async download(path: string): Promise<Blob> {
    for (;;) {
      const response = await reached(() => sendRequest({ method: 'GET', path, token: this.#token }));
      if (response.ok) return reached(() => response.blob());
      const { status, headers } = response;
      const answer = { status, headers, body: await readJson(response) };
      const waitMs = waitForOthersMs(answer);
      if (waitMs === undefined) throw new ApiError(explain(answer), status);
      await sleep(waitMs);
    }
  }

  #call<Body>(method: ApiRequest['method'], path: string, body?: unknown): Promise<Body> {
    return this.#ask({ method, path, token: this.#token, body });
  }

  async #ask<Body>(request: ApiRequest): Promise<Body> {
    return bodyOf(await reached(() => callApi(request)));
  }
}

function bodyOf<Body>(answer: ApiResponse): Body {
  if (!isOk(answer)) throw new ApiError(explain(answer), answer.status);
  return answer.body as Body;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function reached<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch {
    throw new ApiError(UNREACHABLE, 0);
  }
}

const NAME = 'claim-verification-token';
/** A tab that was forgotten open does not sign anybody in the next day. */
const KEPT_MS = 8 * 3_600_000;

/**
 * Keeps the token for reloads of this tab: its session storage, which no other site and no other tab can read. A browser
 * without one keeps nothing.
 */
export function keepToken(token: string): void {
  withStorage((storage) => storage.setItem(NAME, JSON.stringify({ token, until: Date.now() + KEPT_MS })));
}

export function forgetToken(): void {
  withStorage((storage) => storage.removeItem(NAME));
}

/** The token that this tab keeps; undefined when there is none, or it has been kept for too long. */
export function keptToken(): string | undefined {
  return withStorage((storage) => {
    const { token, until } = JSON.parse(storage.getItem(NAME) ?? '{}') as { token?: string; until?: number };
    return until !== undefined && Date.now() < until ? token : undefined;
  });
}

/** Reading `sessionStorage` itself throws where the user has forbidden it. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
