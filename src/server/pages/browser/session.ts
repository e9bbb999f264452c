import { ask, isOk } from './api.ts';
import type { Answer } from './contract.ts';
import { explain, type Trouble, UNREACHABLE } from './trouble.ts';

/** An answer that is no success, or none at all. */
export class TroubleMet extends Error {
  readonly trouble: Trouble;
  /** 0 when no answer came. */
  readonly status: number;

  constructor(trouble: Trouble, status: number) {
    super(trouble.title);
    this.trouble = trouble;
    this.status = status;
  }
}

/** Asks with one token, which nothing outside can read back. */
export class Session {
  #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** From here on this token is used: the old one was rotated. */
  replaceToken(token: string): void {
    this.#token = token;
  }

  get<Body>(path: string): Promise<Body> {
    return this.#ask('GET', path);
  }

  send<Body>(method: 'POST' | 'PATCH', path: string, body?: unknown): Promise<Body> {
    return this.#ask(method, path, body);
  }

  async #ask<Body>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Body> {
    let answer: Answer;
    try {
      answer = await ask({ method, path, token: this.#token, body });
    } catch {
      throw new TroubleMet(UNREACHABLE, 0);
    }
    if (!isOk(answer)) throw new TroubleMet(explain(answer), answer.status);
    return answer.body as Body;
  }
}
