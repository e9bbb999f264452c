import autocannon from 'autocannon';
import type { Kind } from './bench-texts.ts';
import type { PreparedRequest } from './requests.ts';
import type { Service } from './service-process.ts';
import { type Answer, readStages } from './timed-answers.ts';

export interface ClosedLoad {
  readonly connections: number;
  readonly seconds: number;
  /** Called for every request that is sent. */
  readonly next: () => PreparedRequest;
}

interface Sent {
  kind?: Kind;
  at?: number;
}

/** Longer than any request of the bench on a slow machine. */
const REQUEST_TIMEOUT_SECONDS = 300;

/** Every connection sends its next request after the response to the last. Resolves with the responses within the time. */
export async function closedLoad(service: Service, { connections, seconds, next }: ClosedLoad): Promise<Answer[]> {
  const answers: Answer[] = [];
  await autocannon({
    url: `${service.url}/v1/verify`,
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    connections,
    duration: seconds,
    timeout: REQUEST_TIMEOUT_SECONDS,
    requests: [
      {
        setupRequest: (request, context: Sent) => {
          const { kind, body } = next();
          Object.assign(context, { kind, at: performance.now() });
          return { ...request, body };
        },
        onResponse: (status, _body, context: Sent, headers) => {
          const endedAt = performance.now();
          const timing = headers?.['server-timing'] as string | undefined;
          answers.push({ kind: context.kind!, status, ms: endedAt - context.at!, endedAt, stages: readStages(timing) });
        },
      },
    ],
  });
  return answers;
}
