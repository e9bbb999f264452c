import { z } from 'zod';
import type { Config } from '../../../config.ts';
import { ServiceError } from '../../../contract/errors.ts';
import {
  ContextDocsRequest,
  type Detection,
  Detections,
  DetectorError,
  GATEWAY_PATHS,
} from '../../../contract/gateways.ts';
import { type AnswerBody, type AnswerInput, answerRequestReader, type SentenceBody } from '../../../index.ts';
import { answerLimits, maxAnswerBodyBytes } from '../answer.ts';
import { calledBy } from '../callers.ts';
import { notReady, verifyErrors } from '../documented-errors.ts';
import { headersOf } from '../openapi-parts.ts';
import { type Operation, operation, type Responses, readFields } from '../operation.ts';
import { checkAnswers, jsonOf, success, unsupportedSentences } from './check-answers.ts';

/** The detector API of FMS Guardrails for a text and its context, whose errors are of its own shape; and its probe. */
export function fmsOperations(config: Config): readonly Operation[] {
  const limits = answerLimits(config);
  const readAnswerRequest = answerRequestReader(limits);
  return [
    operation({
      method: 'POST',
      path: GATEWAY_PATHS.fms,
      operationId: 'detectForFms',
      summary: 'The detector API of FMS Guardrails for a text and its context',
      description: 'A detection for each sentence that the context contradicts or does not confirm.',
      tags: ['gateways'],
      ...calledBy('key'),
      parameters: [
        {
          name: 'detector-id',
          in: 'header',
          description: 'Any name: there is one detector here',
          required: true,
          schema: { type: 'string' },
        },
      ],
      bodyLimit: maxAnswerBodyBytes(limits),
      content: jsonOf(ContextDocsRequest),
      responses: { 200: success('The detections', Detections), ...detectorErrors() },
      errorOf: (status, { error: { message } }) => ({
        status: statusOf(status),
        body: { code: statusOf(status), message },
      }),
      work: async (call) => {
        if (!call.request.headers['detector-id']) {
          throw new ServiceError('invalid_request', 'Expected the header detector-id, got none.');
        }
        const { answer, ...others } = readInput(call.body, readAnswerRequest);
        const [checked] = await checkAnswers(call, { answers: [answer], ...others });
        const detections = detectionsOf(checked!, answer);
        call.metrics.countGateway('fms', detections.length === 0 ? 'passed' : 'noted');
        return detections;
      },
    }),
    operation({
      method: 'GET',
      path: '/health',
      operationId: 'isDetectorHealthy',
      summary: "FMS Guardrails' probe of a detector",
      description: 'The same as /health/ready, at the path where the orchestrator asks.',
      tags: ['gateways'],
      ...calledBy('nobody'),
      responses: {
        200: success('Ready for requests', z.object({ status: z.literal('ready') }), headersOf()),
        503: notReady(),
      },
      work: async ({ readiness }) => {
        readiness.assertReady();
        return { status: 'ready' };
      },
    }),
  ];
}

/** The detector API has 422 where others have 400. */
function statusOf(status: number): number {
  return status === 400 ? 422 : status;
}

function detectorErrors(): Responses {
  const errors = Object.entries(verifyErrors()).map(([status, { description, headers }]) => {
    return [statusOf(Number(status)), { description, headers, content: jsonOf(DetectorError) }];
  });
  return Object.fromEntries(errors);
}

function readInput(body: unknown, read: (body: unknown) => AnswerInput): AnswerInput {
  const answer = readContextDocs(body);
  try {
    return read(answer);
  } catch (error) {
    throw renamed(error);
  }
}

/** The same question as a body of POST /v1/verify/answer, unchecked. Throws `invalid_request` for another body. */
function readContextDocs(body: unknown): unknown {
  const { content, context, detector_params: params } = readFields(ContextDocsRequest, body);
  const { uncertain, min_confidence } = params ?? {};
  return {
    answer: content,
    sources: context.map((text, place) => ({ id: String(place + 1), text })),
    ...(uncertain === undefined ? {} : { uncertain }),
    ...(min_confidence === undefined ? {} : { min_confidence }),
  };
}

/** A refusal with the names of the detector API instead of those of POST /v1/verify/answer. */
function renamed(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const message = error.message.replace(/^sources\[(\d+)\]\.text/, 'context[$1]').replace(/^sources/, 'context');
  return new ServiceError(error.code, message.replace(/^answer/, 'content'));
}

/** One detection for each sentence that does not pass, and one for an answer in which nothing was checked. */
function detectionsOf(answer: AnswerBody, content: string): Detection[] {
  if (answer.counts.checked === 0) {
    const evidence = [{ name: 'sentence' as const, value: content }];
    return [{ detection_type: 'groundedness', detection: 'UNCERTAIN', score: 1, evidence }];
  }
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
