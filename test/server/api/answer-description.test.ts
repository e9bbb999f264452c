import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerBody, answerRequestReader } from '../../../src/index.ts';
import { answerRequest, type TestServer, testServer } from '../../support/test-server.ts';

let server: TestServer;
// biome-ignore lint/suspicious/noExplicitAny: a JSON document is looked at as such
let document: any;
beforeAll(async () => {
  server = testServer({ env: { MAX_ANSWER_CHARACTERS: '2000', MAX_SOURCES: '7', MAX_SOURCES_CHARACTERS: '3000' } });
  document = (await server.app.inject({ method: 'GET', url: '/openapi.json' })).json();
});
afterAll(() => server.app.close());

function examples(): { request: unknown; response: AnswerBody } {
  const { requestBody, responses } = document.paths['/v1/verify/answer'].post;
  const { example: request } = requestBody.content['application/json'];
  return { request, response: responses[200].content['application/json'].example };
}

describe('the description of POST /v1/verify/answer', () => {
  it('has every status, and the cost in the details of 429', () => {
    const { post } = document.paths['/v1/verify/answer'];
    expect([post.operationId, post.security]).toEqual(['verifyAnswer', [{ bearerAuth: [] }]]);
    expect(Object.keys(post.responses)).toEqual(['200', '400', '401', '403', '429', '500', '503']);
    expect(post.responses[429].content['application/json'].example.error.details.needed).toBe(3);
    expect(Object.keys(post.responses[200].content)).toEqual(['application/json', 'text/event-stream']);
  });

  it('has the limits that requests are checked with, which are settings', async () => {
    const { AnswerRequest } = document.components.schemas;
    expect(AnswerRequest).toMatchObject({
      required: ['answer', 'sources'],
      additionalProperties: false,
      properties: { answer: { maxLength: 2_000 }, sources: { minItems: 1, maxItems: 7 } },
    });
    const { description } = document.paths['/v1/verify/answer'].post.responses[400];
    const payload = JSON.stringify({ answer: 'x'.repeat(1_000_000) });
    const reply = await server.app.inject(answerRequest({}, { payload }));
    const [bytes] = /at most \d+ bytes/.exec(reply.json().error.message) ?? ['no limit'];
    expect(description).toContain(bytes);
  });

  it('has examples that fit the schemas and each other', () => {
    const { request, response } = examples();
    const { answer, sources } = answerRequestReader()(request);
    expect(AnswerBody.parse(response)).toEqual(response);
    const texts = new Map(sources.map(({ id, text }) => [id, text]));
    for (const { start, end, text, reasons, evidence } of response.sentences) {
      expect(answer.slice(start, end)).toBe(text);
      const found = reasons.flatMap((reason) => reason.found ?? []);
      for (const place of found) expect(answer.slice(place.start, place.end)).toBe(place.text);
      const ofSources = [...evidence, ...reasons.flatMap((reason) => reason.expected ?? [])];
      for (const place of ofSources) expect(texts.get(place.source_id)?.slice(place.start, place.end)).toBe(place.text);
    }
  });

  it('fits what is sent', async () => {
    const reply = await server.app.inject(answerRequest());
    expect(AnswerBody.parse(reply.json())).toEqual(reply.json());
  });
});
