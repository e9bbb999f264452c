import type { OpenAPIV3_1 } from 'openapi-types';
import type { AnswerBody } from '../../index.ts';
import { manyErrors } from './documented-errors.ts';
import { headersOf, RATE_HEADERS } from './response-headers.ts';

/** A request with the answer that it gets; the hashes are made up. */
const EXAMPLE = {
  request: {
    answer: 'The Lyon plant opened in 2014 [1]. It employs 530 people [2].',
    sources: [
      { id: '1', text: 'Acme opened its Lyon plant in 2014.', title: 'History' },
      { id: '2', text: 'The Lyon plant employs 350 people and makes valves.' },
    ],
    citations: 'brackets',
  },
  response: {
    outcome: 'fail',
    verdict: 'UNSUPPORTED',
    offsets: 'utf16',
    min_confidence: 0.75,
    counts: { sentences: 2, checked: 2, supported: 1, unsupported: 1, uncertain: 0, passed: 1 },
    sentences: [
      {
        start: 0,
        end: 34,
        text: 'The Lyon plant opened in 2014 [1].',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.9312,
        outcome: 'pass',
        reasons: [],
        evidence: [
          {
            source_id: '1',
            start: 0,
            end: 35,
            text: 'Acme opened its Lyon plant in 2014.',
            match_type: 'paraphrase_match',
            entailment: 0.97,
            contradiction: 0.01,
          },
        ],
        citation: { status: 'supported_by_cited', cited: ['1'], source_id: null },
        quotations: [],
      },
      {
        start: 35,
        end: 61,
        text: 'It employs 530 people [2].',
        check_required: true,
        verdict: 'UNSUPPORTED',
        confidence: 0.9683,
        outcome: 'fail',
        reasons: [
          {
            code: 'number_differs',
            expected: { source_id: '2', start: 23, end: 33, text: '350 people' },
            found: { start: 46, end: 56, text: '530 people' },
          },
        ],
        evidence: [
          {
            source_id: '2',
            start: 0,
            end: 51,
            text: 'The Lyon plant employs 350 people and makes valves.',
            match_type: 'contradiction',
            entailment: 0.03,
            contradiction: 0.94,
          },
        ],
        citation: { status: 'contradicted_by_cited', cited: ['2'], source_id: null },
        quotations: [],
      },
    ],
    receipt: {
      report_sha256: '0a'.repeat(32),
      request_sha256: '1b'.repeat(32),
      models: { verdict: '2c'.repeat(32), evidence: '3d'.repeat(32) },
      calibration_sha256: '4e'.repeat(32),
      version: '3.0.0',
    },
  } satisfies AnswerBody,
};

const DESCRIPTION = [
  'The verdicts are based only on the sources in the request.',
  'Every ten checked sentences begun count as one request against the limit of the key, at least one. One is counted ' +
    'before the body is read, the others once the answer is cut into sentences and before a model runs. If too few ' +
    'are left for them, the response is 429 with the whole number as needed, and Retry-After says when that many fit. ' +
    'If they are more than the whole limit, waiting would not help: the response is 400 with needed and limit.',
  'With Accept: text/event-stream the response is server-sent events: an event named sentence for each sentence, in ' +
    'order, as soon as it is decided, then one named answer with the same bytes as the response in JSON. Whatever ' +
    'fails before the first event is an ordinary error response. What fails later is an event named error with the ' +
    'body of an error response, and the last one: then nothing of the answer counts as passed. A client that ' +
    'disconnects ends the work for it.',
].join('\n\n');

const INVALID = {
  message: 'sources[1].id must differ from the ids before it, got "a", the id of sources[0].',
  details: { field: 'sources[1].id' },
};

/** POST /v1/verify/answer. `bodyBytes`: the longest body it takes. */
export function answerPath(bodyBytes: number): OpenAPIV3_1.PathItemObject {
  const { request, response } = EXAMPLE;
  return {
    post: {
      operationId: 'verifyAnswer',
      summary: 'Judge every sentence of an answer against several sources',
      description: DESCRIPTION,
      tags: ['verification'],
      security: [{ bearerAuth: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/AnswerRequest' }, example: request },
        },
      },
      responses: {
        200: {
          description: 'The answer was checked',
          headers: headersOf(...RATE_HEADERS),
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/AnswerResponse' }, example: response },
            'text/event-stream': {
              schema: {
                type: 'string',
                description:
                  'The data of sentence is an AnswerSentence, of answer an AnswerResponse, of error an ErrorResponse',
              },
              example: eventsOf(response),
            },
          },
        },
        ...manyErrors(bodyBytes, INVALID),
      },
    },
  };
}

function eventsOf(answer: AnswerBody): string {
  const events = [...answer.sentences.map((sentence) => ['sentence', sentence] as const), ['answer', answer] as const];
  return events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}
