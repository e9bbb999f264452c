import type { OpenAPIV3 } from 'openapi-types';
import { z } from 'zod';
import { type AnswerBody, type AnswerInput, type AnswerRequest, OUTCOMES, type Outcome } from '../../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../../auth/rate-limits.ts';
import { clientDisconnectSignal } from '../../http/connections.ts';
import { addLogFacts } from '../../http/request-observers.ts';
import { headersOf, RATE_HEADERS } from '../openapi-parts.ts';
import type { Call } from '../operation.ts';

/** Checks answers with the same sources as POST /v1/verify/answer does, each at the same cost. */
export async function checkAnswers(
  { access, metrics, readiness, request, reply }: Call,
  count: number,
  read: () => readonly AnswerInput[],
): Promise<AnswerBody[]> {
  const verifier = readiness.verifier();
  const signal = clientDisconnectSignal(reply);
  await countRestOfCost(access, reply, count);
  const inputs = read();
  addLogFacts(request, sizesOf(inputs));
  const requests: AnswerRequest[] = [];
  for (const input of inputs) {
    const prepared = await verifier.prepareAnswer(input, signal);
    requests.push({ ...prepared, sources: requests[0]?.sources ?? prepared.sources });
  }
  await countRestOfCost(access, reply, sumOf(requests, requestCost), count);
  const checked: AnswerBody[] = [];
  for (const one of requests) {
    const body = await verifier.verifyPrepared(one, { signal, client: clientOf(request) });
    metrics.observeAnswer(body);
    checked.push(body);
  }
  addLogFacts(request, { outcome: worstOutcome(checked), checked: sumOf(requests, (sentences) => sentences) });
  return checked;
}

function sumOf(requests: readonly AnswerRequest[], ofSentences: (checked: number) => number): number {
  return requests.reduce((sum, { prepared }) => sum + ofSentences(prepared.checked), 0);
}

/** Sizes of answers with the same sources, for the log. */
export function sizesOf(inputs: readonly AnswerInput[]) {
  const { sources } = inputs[0]!;
  return {
    answerLength: inputs.reduce((sum, { answer }) => sum + answer.length, 0),
    sources: sources.length,
    sourcesLength: sources.reduce((sum, { text }) => sum + text.length, 0),
  };
}

function worstOutcome(checked: readonly AnswerBody[]): Outcome | undefined {
  const outcomes = checked.map(({ outcome }) => outcome);
  return OUTCOMES.findLast((outcome) => outcomes.includes(outcome));
}

/** The checked sentences that do not pass: those that the sources contradict, and those that they do not clearly confirm. */
export function unsupportedSentences({ sentences }: AnswerBody) {
  const open = sentences.filter(({ outcome }) => outcome !== null && outcome !== 'pass');
  return {
    contradicted: open.filter(({ verdict }) => verdict === 'UNSUPPORTED'),
    uncertain: open.filter(({ verdict }) => verdict !== 'UNSUPPORTED'),
  };
}

export function success(description: string, schema: z.ZodType) {
  return { description, headers: headersOf(RATE_HEADERS), content: jsonOf(schema) };
}

/** JSON as another project's interface has it. */
export function jsonOf(schema: z.ZodType) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { 'application/json': { schema: rest as OpenAPIV3.SchemaObject } };
}
