import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerBody, createVerifier } from '../../src/index.ts';
import { COMPACT_MODEL } from '../nli/support/models.ts';
import { bundledModels } from '../support/bundled-models.ts';
import { rawAnswerEvents, rawConnection } from '../support/raw-http.ts';
import { type RealAccess, realAccess } from '../support/real-access.ts';
import { listenLocally, type TestServer, testServer } from '../support/test-server.ts';
import { DOCUMENTS } from './documents.ts';

type Verifier = Awaited<ReturnType<typeof createVerifier>>;

let verifier: Verifier;
let real: RealAccess;
let server: TestServer;
let port: number;
/** A key that may ask so many times a minute. */
async function keyOf(limit: number): Promise<string> {
  const { key } = await real.access.keys.create({ name: 'answers', limit }, 'test');
  return key;
}
let key: string;

beforeAll(async () => {
  verifier = await bundledModels();
  real = await realAccess();
  server = testServer({ access: real.access, verifier });
  port = await listenLocally(server);
  key = await keyOf(10_000);
});
afterAll(async () => {
  await server?.app.close();
  await real?.close();
});

async function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/v1/verify/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function answerTo(body: object): Promise<AnswerBody> {
  const reply = await post(body);
  expect(reply.status).toBe(200);
  return (await reply.json()) as AnswerBody;
}

const SOURCES = ['harbour', 'opera', 'retail', 'volcano'].map((id) => ({
  id: `${id}-1`,
  text: DOCUMENTS[id]!.join(' '),
}));

/** Our own key: a sentence of an answer, and what is right for it. */
const KEY = [
  ['Certainly!', null, undefined, null],
  ['The harbour of Kelmouth was dredged in 1998 [harbour-1].', 'SUPPORTED', 'supported_by_cited', null],
  [
    'Fishing boats land herring at the old quay every morning [opera-1].',
    'SUPPORTED',
    'supported_elsewhere',
    'harbour-1',
  ],
  ['The ferry terminal was sold for £32 million in 2016 [harbour-1].', 'UNSUPPORTED', 'contradicted_by_cited', null],
  ['The opera house was completed in 1884 [opera-2].', 'SUPPORTED', 'unknown_id', 'opera-1'],
  ['A fire destroyed the stage in 1921.', 'SUPPORTED', 'missing', 'opera-1'],
  ['The opera house employs ninety musicians [opera-1].', 'UNCERTAIN', 'not_supported', null],
  ['Mount Tarvik last erupted on 9 November 1973 [volcano-1][harbour-1].', 'SUPPORTED', 'supported_by_cited', null],
  ['The chain sells tobacco [retail-1].', 'UNSUPPORTED', 'contradicted_by_cited', null],
  ['Would you like to know more?', null, undefined, null],
] as const;
const ANSWER = KEY.map(([text]) => text).join(' ');
const BODY = {
  answer: ANSWER,
  sources: [...SOURCES, { id: 'birds-1', text: DOCUMENTS.birds!.join(' ') }],
  citations: 'brackets',
};

describe('POST /v1/verify/answer with the bundled models', () => {
  it('reports for each sentence what cited and other sources say', async () => {
    const { sentences, verdict, outcome, counts } = await answerTo(BODY);
    expect(
      sentences.map(({ text, verdict: own, citation }) => [text, own, citation?.status, citation?.source_id ?? null]),
    ).toEqual(KEY);
    expect([verdict, outcome]).toEqual(['UNSUPPORTED', 'fail']);
    expect(counts).toEqual({ sentences: 10, checked: 8, supported: 5, unsupported: 2, uncertain: 1, passed: 5 });
    const [sold] = sentences[3]!.reasons;
    expect([sold!.code, sold!.expected?.text, sold!.found?.text]).toEqual([
      'number_differs',
      '£23 million',
      '£32 million',
    ]);
  });

  it('shows both of two sources that contradict each other', async () => {
    const { sentences } = await answerTo({
      answer: 'The harbour of Kelmouth was dredged in 1998.',
      sources: [
        { id: 'one', text: 'The harbour of Kelmouth was dredged in 1998.' },
        { id: 'other', text: 'The harbour of Kelmouth was not dredged in 1998.' },
      ],
    });
    expect(sentences[0]).toMatchObject({
      verdict: 'UNCERTAIN',
      reasons: [{ code: 'sources_disagree' }, { code: 'negated' }],
    });
    expect(sentences[0]!.evidence.map(({ source_id }) => source_id)).toEqual(['one', 'other']);
  });

  it('leaves a sentence in another language uncertain, also where a source says it', async () => {
    const answer = 'Der Mieter zahlt die Miete bis zum dritten Werktag eines Monats.';
    const { sentences } = await answerTo({ answer, sources: [{ id: 'a', text: `${answer} ${SOURCES[0]!.text}` }] });
    expect(sentences[0]).toMatchObject({ verdict: 'UNCERTAIN', reasons: [{ code: 'language' }], evidence: [] });
  });

  it('gives byte-equal responses to equal requests, with any parallel requests', async () => {
    const texts = await Promise.all([post(BODY), post({ ...BODY, answer: SOURCES[1]!.text }), post(BODY)]);
    const [first, , again] = await Promise.all(texts.map((reply) => reply.text()));
    expect(again).toBe(first);
  });

  it('sends the sentences as events, then the very bytes of the answer', async () => {
    const whole = await (await post(BODY)).text();
    const events = await (await post(BODY, { accept: 'text/event-stream' })).text();
    const { sentences } = JSON.parse(whole) as AnswerBody;
    const expected = sentences.map((sentence) => `event: sentence\ndata: ${JSON.stringify(sentence)}\n\n`).join('');
    expect(events).toBe(`${expected}event: answer\ndata: ${whole}\n\n`);
  });

  it('gives everything back when the client disconnects in the middle of the events', async () => {
    const long = Object.values(DOCUMENTS).flat();
    // Not asked before: a score that is remembered would be ready before the connection ends.
    const answer = long.map((sentence, i) => sentence.replace(/\.$/, ` in part ${i}.`)).join(' ');
    const sources = Object.entries(DOCUMENTS).map(([id, sentences]) => ({ id, text: sentences.join(' ') }));
    const connection = await rawConnection(port);
    connection.socket.write(rawAnswerEvents(key, JSON.stringify({ answer, sources })));
    await connection.received('event: sentence');
    connection.socket.destroy();
    await expect
      .poll(() => [server.inFlight.count, verifier.stats.queuedEntries, verifier.stats.queuedMs], { timeout: 120_000 })
      .toEqual([0, 0, 0]);
    const finished = connection.text().includes('event: answer');
    expect(finished).toBe(false);
    expect((await answerTo({ answer: 'The drug was tested.', sources })).counts.checked).toBe(1);
  });
});

describe('what an answer counts', () => {
  /** So many sentences, each to be checked. */
  const sentences = (count: number) =>
    Array.from({ length: count }, (_, i) => `The harbour has ${i + 2} piers.`).join(' ');
  const ask = async (of: string, count: number) => {
    const reply = await post(
      { answer: sentences(count), sources: [{ id: 'a', text: 'The harbour has piers.' }] },
      { authorization: `Bearer ${of}` },
    );
    return { status: reply.status, left: reply.headers.get('x-ratelimit-remaining'), body: await reply.json() };
  };

  it('is one for every ten checked sentences begun; too few left is 429 with the number needed', async () => {
    const limited = await keyOf(5);
    expect(await ask(limited, 10)).toMatchObject({ status: 200, left: '4' });
    expect(await ask(limited, 11)).toMatchObject({ status: 200, left: '2' });
    expect(await ask(limited, 31)).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limited', details: { limit: 5, needed: 4 } } },
    });
    expect(await ask(limited, 1)).toMatchObject({ status: 200, left: '0' });
  });

  it('is a 400 with both numbers where it is more than the limit of the key', async () => {
    expect(await ask(await keyOf(2), 21)).toMatchObject({
      status: 400,
      left: '1',
      body: { error: { code: 'invalid_request', details: { needed: 3, limit: 2 } } },
    });
  });
});

describe('an answer that would take too long', () => {
  it('is a 400 with both numbers, before any model is asked', async () => {
    const hasty = await createVerifier({
      modelDir: COMPACT_MODEL,
      evidenceModelDir: COMPACT_MODEL,
      maxRequestMs: 50,
      warmUpRounds: 0,
    });
    server.readiness.ready(hasty);
    try {
      const reply = await post(BODY);
      expect(reply.status).toBe(400);
      const { error } = (await reply.json()) as { error: { details: { estimated_ms: number; max_ms: number } } };
      expect(error.details.max_ms).toBe(50);
      expect(error.details.estimated_ms).toBeGreaterThan(50);
      expect(hasty.stats.phases.verdict.scoredPairs).toBe(0);
    } finally {
      server.readiness.ready(verifier);
      await hasty.close();
    }
  });
});
