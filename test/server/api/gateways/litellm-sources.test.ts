import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AnswerRequest } from '../../../../src/answer/prepare-answer.ts';
import { fakeAccess, principal } from '../../../support/fake-access.ts';
import { fakeAnswers } from '../../../support/fake-answers.ts';
import { fakeVerifier } from '../../../support/fake-verifier.ts';
import { type TestServer, testServer, verifyRequest } from '../../../support/test-server.ts';

const RECORDS = { id: 'a', text: '{"staff": 350}', format: 'json', title: 'Staff' };

let server: TestServer;
let verified: AnswerRequest[];
beforeEach(() => {
  verified = [];
  const answers = fakeAnswers();
  const verifier = fakeVerifier(undefined, {
    ...answers,
    verifyPrepared(request, options) {
      verified.push(request);
      return answers.verifyPrepared(request, options);
    },
  });
  server = testServer({ env: { GATEWAY_ROUTES: 'litellm' }, access: fakeAccess(principal({ limit: 20 })), verifier });
});
afterEach(() => server.app.close());

function post(texts: readonly string[], params: object) {
  const body = { input_type: 'response', texts, additional_provider_specific_params: params };
  const url = '/beta/litellm_basic_guardrail_api';
  return server.app.inject(verifyRequest({ url, payload: JSON.stringify(body) }));
}

it('has the same sources, which are read once, for all answers of a response', async () => {
  const texts = Array.from({ length: 16 }, (_, i) => `Staff: ${i}.`);
  const reply = await post(texts, { sources: [RECORDS, 'Pigs fly.'], uncertain: 'pass' });
  expect([reply.statusCode, reply.json()]).toEqual([200, { action: 'NONE' }]);
  expect(verified.map(({ input }) => input.answer)).toEqual(texts);
  for (const { input, sources } of verified) {
    expect(input).toMatchObject({ uncertain: 'pass', sources: [RECORDS, { id: '2', text: 'Pigs fly.' }] });
    expect(input.sources).toBe(verified[0]!.input.sources);
    expect(sources).toBe(verified[0]!.sources);
  }
});

it('checks the citations of each answer against the ids of the sources', async () => {
  const cites = (id: string) => ({ sources: [RECORDS], citations: [{ start: 0, end: 4, source_ids: [id] }] });
  expect((await post(['Staff: 1.', 'Staff: 2.'], cites('a'))).statusCode).toBe(200);
  expect((await post(['Staff: 1.', 'It.'], cites('a'))).json().error.details.field).toMatch(/^citations/);
});

it('counts the answers of a response', async () => {
  expect((await post(Array(16).fill('Who?'), { sources: [RECORDS] })).statusCode).toBe(200);
  expect((await post(Array(16).fill('Who?'), { sources: [RECORDS] })).statusCode).toBe(429);
});
