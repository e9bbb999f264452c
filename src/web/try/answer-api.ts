import { type ApiRequest, readJson, sendRequest } from '../shared/api.ts';
import type { ApiResponse } from '../shared/contract.ts';
import type { AnswerRequest, Sentence } from './answer-contract.ts';
import { EventReader } from './event-reader.ts';

export interface AnswerCall extends Pick<ApiRequest, 'token' | 'signal'> {
  readonly body: AnswerRequest;
  /** Called with each sentence in order as soon as it is decided. */
  readonly onSentence: (sentence: Sentence) => void;
}

/** The status that an error has which comes after the response has begun. */
const LATE_STATUSES: Readonly<Record<string, number>> = {
  invalid_request: 400,
  rate_limited: 429,
  service_unavailable: 503,
};

/**
 * Has an answer checked. Resolves with the whole answer or an error. Rejects when neither came: the network failed, the
 * response ended early, or the signal was aborted.
 */
export async function callAnswer({ onSentence, ...call }: AnswerCall): Promise<ApiResponse> {
  const response = await sendRequest({
    ...call,
    method: 'POST',
    path: 'v1/verify/answer',
    accept: 'text/event-stream',
  });
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('text/event-stream'))
    return { status, headers, body: await readJson(response) };
  for await (const { name, data } of eventsOf(response)) {
    const body = JSON.parse(data);
    if (name === 'sentence') onSentence(body);
    if (name === 'answer') return { status, headers, body };
    if (name === 'error') return { status: LATE_STATUSES[body.error.code] ?? 500, headers, body };
  }
  throw new Error('Expected an event named answer or error, got the end of the response.');
}

async function* eventsOf({ body }: Response) {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield* events.read(part.value);
}
