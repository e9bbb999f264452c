import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnswerBody, createVerifier } from '../../../src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeAccess, principal, VALID_KEY } from '../../support/fake-access.ts';
import { rawAnswerEvents, rawConnection } from '../../support/raw-http.ts';
import { TINY_MODEL } from '../../support/small-models.ts';
import { answerRequest, listenLocally, type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

const ANSWER = 'The mill at Alder Bridge was built in 1921. It employs 530 people 😀. How can I help? Pigs fly.';
const SOURCES = [
  {
    id: 'history',
    text: 'The mill at Alder Bridge was built in 1921. Two fires destroyed its roof.',
    title: 'History',
  },
  { id: 'staff', text: 'The mill employs 350 people today. Most of them live in the villages along the river.' },
];
const REQUEST = { answer: ANSWER, sources: SOURCES };

let verifier: Awaited<ReturnType<typeof createVerifier>>;
let server: TestServer;
beforeAll(async () => {
  verifier = await createVerifier({ modelDir: TINY_MODEL, evidenceModelDir: TINY_MODEL, workers: 1 });
  server = testServer({ verifier, access: fakeAccess(principal({ limit: 1_000 })) });
});
afterAll(async () => {
  await server.app.close();
  await verifier.close();
});

it('an answer fits its description, and its events hold the same bytes', async () => {
  const reply = await server.app.inject(answerRequest(REQUEST));
  expect(reply.statusCode).toBe(200);
  const body = reply.json();
  expect(AnswerBody.parse(body)).toEqual(body);
  expect(body.counts).toMatchObject({ sentences: 4, checked: 3 });
  for (const { start, end, text } of body.sentences) expect(ANSWER.slice(start, end)).toBe(text);
  const headers = { accept: 'text/event-stream' };
  const events = (await server.app.inject(answerRequest(REQUEST, { headers }))).body;
  const sentences = body.sentences.map((one: object) => `event: sentence\ndata: ${JSON.stringify(one)}\n\n`);
  expect(events).toBe(`${sentences.join('')}event: answer\ndata: ${reply.body}\n\n`);
});

it('a batch holds the bytes of each claim alone, and its outcome', async () => {
  const grounding_source = SOURCES.map(({ text }) => text).join(' ');
  const claims = ['The mill employs 350 people.', 'The mill was built in 1820.', 'Pigs fly. The roof burned.'];
  const alone = [];
  for (const claim of claims) {
    const payload = JSON.stringify({ claim, grounding_source });
    alone.push((await server.app.inject(verifyRequest({ payload }))).body);
  }
  const payload = JSON.stringify({ claims, grounding_source });
  const { body } = await server.app.inject(verifyRequest({ url: '/v1/verify/batch', payload }));
  const { results } = JSON.parse(body);
  const plain = results.map(({ outcome, reason_codes, ...rest }: Record<string, unknown>) => {
    expect([typeof outcome, Array.isArray(reason_codes)]).toEqual(['string', true]);
    return JSON.stringify(rest);
  });
  expect(plain).toEqual(alone);
});

it('a client that disconnects midway takes the rest of its work back', async () => {
  const scored = () => Object.values(verifier.stats.phases).reduce((sum, { scoredPairs }) => sum + scoredPairs, 0);
  const port = await listenLocally(server);
  const answer = Array.from({ length: 60 }, (_, i) => `The mill sold ${i} tons of flour in ${1900 + i}.`).join(' ');
  const request = { answer, sources: SOURCES };
  const connection = await rawConnection(port);
  connection.socket.write(rawAnswerEvents(VALID_KEY, JSON.stringify(request)));
  await connection.received('event: sentence\n');
  connection.socket.resetAndDestroy();
  await eventually(() => expect(server.inFlight.count).toBe(0));
  let before = -1;
  while (before !== scored()) {
    before = scored();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(verifier.stats.queuedMs).toBe(0);
  expect((await server.app.inject(answerRequest(request))).statusCode).toBe(200);
  // What was scored is kept: without the disconnect nothing would be left to score.
  expect(scored()).toBeGreaterThan(before);
  const after = scored();
  await server.app.inject(answerRequest(request));
  expect(scored()).toBe(after);
});
