import type { Target } from './area.ts';
import { type Answer, assertDeclared } from './assert-answers.ts';

/** No answer takes longer than a queue and the longest text; one that does will not come. */
const ANSWER_MS = 60_000;

export interface Request {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends a well-formed request and resolves with its answer, which is one that the interface declares. */
export async function send(target: Target, { method = 'POST', path, headers = {}, body }: Request): Promise<Answer> {
  const response = await fetch(`${target.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const answer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
  assertDeclared(answer);
  return answer;
}

/** Asks for a verdict with the key of the target. */
export function askVerdict(target: Target, claim: string, source: string): Promise<Answer> {
  const body = JSON.stringify({ claim, grounding_source: source });
  return send(target, { path: '/v1/verify', headers: { authorization: `Bearer ${target.key}` }, body });
}
