import { callApi, isOk } from './api.ts';
import type { ApiResponse } from './contract.ts';
import { keepToken } from './kept-token.ts';
import { explain, type UiError, UNREACHABLE } from './ui-error.ts';

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

  async #call<Body>(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Body> {
    let answer: ApiResponse;
    try {
      answer = await callApi({ method, path, token: this.#token, body });
    } catch {
      throw new ApiError(UNREACHABLE, 0);
    }
    if (!isOk(answer)) throw new ApiError(explain(answer), answer.status);
    return answer.body as Body;
  }
}
