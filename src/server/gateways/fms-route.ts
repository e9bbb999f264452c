import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import {
  type AnswerBody,
  type AnswerInput,
  answerRequestReader,
  type SentenceBody,
  type Verdict,
} from '../../index.ts';
import type { ErrorBody } from '../http/error-response.ts';
import { answerLimits, maxAnswerBodyBytes } from '../routes/answer-route.ts';
import { requireKeyAndJson } from '../routes/require-key-and-json.ts';
import { checkAnswers, type GatewayContext } from './check-answers.ts';
import { readContextDocs, renamed } from './fms-request.ts';
import { unsupportedSentences } from './unsupported-sentences.ts';

export const FMS_PATH = '/api/v1/text/context/doc';

/** The detector API of FMS Guardrails for a text and its context; its errors are of its own shape. */
export async function fmsRoute(app: FastifyInstance, context: GatewayContext): Promise<void> {
  const limits = answerLimits(context.config);
  const readAnswerRequest = answerRequestReader(limits);
  requireKeyAndJson(app, context);
  app.addHook('preSerialization', async (_request, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    if (reply.statusCode === 400) reply.code(422);
    return { code: reply.statusCode, message: (payload as ErrorBody).error.message };
  });
  app.post(FMS_PATH, { bodyLimit: maxAnswerBodyBytes(limits) }, async (request, reply) => {
    if (!request.headers['detector-id']) {
      throw new ServiceError('invalid_request', 'Expected the header detector-id, got none.');
    }
    const { answer, ...others } = readInput(request.body, readAnswerRequest);
    const [checked] = await checkAnswers(context, { answers: [answer], ...others }, reply);
    return detectionsOf(checked!);
  });
}

function readInput(body: unknown, read: (body: unknown) => AnswerInput): AnswerInput {
  const answer = readContextDocs(body);
  try {
    return read(answer);
  } catch (error) {
    throw renamed(error);
  }
}

/** The orchestrator's probe of a detector. */
export async function fmsHealthRoute(app: FastifyInstance, { readiness }: Pick<GatewayContext, 'readiness'>) {
  app.get('/health', async () => {
    readiness.assertReady();
    return { status: 'ready' };
  });
}

/** A detection of the detector API: a sentence that the context contradicts or does not confirm. */
interface Detection {
  readonly detection_type: 'groundedness';
  readonly detection: Exclude<Verdict, 'SUPPORTED'>;
  /** The calibrated probability that this verdict of the sentence is right. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

interface Evidence {
  readonly name: 'sentence' | 'reason' | 'context';
  readonly value: string;
  readonly score?: number;
}

/** One detection for each sentence that does not pass. */
function detectionsOf(answer: AnswerBody): Detection[] {
  const { contradicted, uncertain } = unsupportedSentences(answer);
  return [
    ...contradicted.map((sentence) => detection('UNSUPPORTED', sentence)),
    ...uncertain.map((sentence) => detection('UNCERTAIN', sentence)),
  ];
}

function detection(verdict: Detection['detection'], { text, confidence, reasons, evidence }: SentenceBody): Detection {
  return {
    detection_type: 'groundedness',
    detection: verdict,
    score: confidence ?? 0,
    evidence: [
      { name: 'sentence', value: text },
      ...reasons.map(({ code }) => ({ name: 'reason' as const, value: code })),
      ...evidence.map((one) => ({
        name: 'context' as const,
        value: one.text,
        score: verdict === 'UNSUPPORTED' ? one.contradiction : one.entailment,
      })),
    ],
  };
}
