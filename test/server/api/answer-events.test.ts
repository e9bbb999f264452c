import { afterEach, describe, expect, it } from 'vitest';
import type { SentenceBody } from '../../../src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { VALID_KEY } from '../../support/fake-access.ts';
import { type FakeAnswers, fakeAnswers } from '../../support/fake-answers.ts';
import { fakeVerifier } from '../../support/fake-verifier.ts';
import { rawAnswerEvents, rawConnection, rawVerify } from '../../support/raw-http.ts';
import { CLAIM, listenLocally, SOURCE, type TestServer, testServer } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());

async function listen(answers: FakeAnswers, env: Record<string, string> = {}): Promise<number> {
  server = testServer({ verifier: fakeVerifier(undefined, answers), env });
  return listenLocally(server);
}

/** Answers whose sentences are decided one by one, when a test says so. */
function stepwiseAnswers() {
  const signals: AbortSignal[] = [];
  let decide = () => {};
  const answers = fakeAnswers(async (_place, signal) => {
    if (signals.at(-1) !== signal) signals.push(signal!);
    await new Promise<void>((resolve, reject) => {
      decide = resolve;
      signal!.addEventListener('abort', () => reject(signal!.reason));
    });
  });
  return { answers, signals, decide: () => decide() };
}

const ask = (sentences: readonly string[]) =>
  rawAnswerEvents(VALID_KEY, JSON.stringify({ answer: sentences.join('\n'), sources: [{ id: 'a', text: SOURCE }] }));
const THREE = ['Pigs fly.', CLAIM, 'It rains.'];

const answered = () => server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');

describe('the events of an answer', () => {
  it('arrive as they are decided, and leave the connection to the next request', async () => {
    const { answers, signals, decide } = stepwiseAnswers();
    const connection = await rawConnection(await listen(answers));
    connection.socket.write(ask(THREE));
    await eventually(() => expect(signals).toHaveLength(1));
    expect(connection.text()).toBe('');
    for (const text of THREE) {
      expect(connection.text()).not.toContain(text);
      decide();
      await connection.received(`"text":"${text}"`);
    }
    await connection.received('event: answer\n');
    expect(connection.text().match(/event: \w+/g)).toEqual([...Array(3).fill('event: sentence'), 'event: answer']);
    connection.socket.write(
      rawVerify(VALID_KEY, JSON.stringify({ claim: CLAIM, grounding_source: SOURCE }), ['Connection: close']),
    );
    expect((await connection.closed).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(signals[0]!.aborted).toBe(false);
  });

  it.each([
    ['before the first', 0],
    ['midway', 2],
  ])('end with the work when the client disconnects: %s', async (_name, sentences) => {
    const { answers, signals, decide } = stepwiseAnswers();
    const connection = await rawConnection(await listen(answers));
    connection.socket.write(ask(THREE));
    await eventually(() => expect(signals).toHaveLength(1));
    for (const text of THREE.slice(0, sentences)) {
      decide();
      await connection.received(`"text":"${text}"`);
    }
    expect(server.inFlight.count).toBe(1);
    connection.socket.resetAndDestroy();
    await eventually(() => expect(server.inFlight.count).toBe(0));
    expect(signals[0]!.aborted).toBe(true);
    expect(answered().map(({ status }) => status)).toEqual([499]);
    await new Promise(setImmediate);
    expect(server.log.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([]);
  });

  it('count as unanswered until the last is written', async () => {
    const { answers, signals, decide } = stepwiseAnswers();
    const connection = await rawConnection(await listen(answers));
    connection.socket.write(ask(['Pigs fly.']));
    await eventually(() => expect(signals).toHaveLength(1));
    expect(server.inFlight.unanswered).toBe(1);
    decide();
    await connection.received('event: answer\n');
    await eventually(() => expect(server.inFlight.count).toBe(0));
    connection.socket.destroy();
  });
});

describe('a client that reads slowly', () => {
  const SENTENCES = 400;

  /** Sentences of 100 kB each, decided at once, that count when they are written as JSON. */
  function largeAnswers() {
    let written = 0;
    const text = 'x'.repeat(100_000);
    const toJSON = () => {
      written += 1;
      return { text };
    };
    const sentence = { toJSON } as unknown as SentenceBody;
    const answers = fakeAnswers();
    const verifyPrepared: FakeAnswers['verifyPrepared'] = async (prepared, options) => {
      for (let place = 0; place < SENTENCES; place += 1) options?.onSentence?.(sentence);
      return answers.verifyPrepared(prepared);
    };
    return { answers: { ...answers, verifyPrepared }, written: () => written };
  }

  it('has no more written for it than the buffers hold, and gets everything in the end', async () => {
    const { answers, written } = largeAnswers();
    const connection = await rawConnection(await listen(answers));
    connection.socket.pause();
    connection.socket.write(ask([CLAIM]));
    await eventually(() => expect(written()).toBeGreaterThan(0));
    let before = -1;
    while (before !== written()) {
      before = written();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(before).toBeLessThan(SENTENCES / 2);
    connection.socket.resume();
    await eventually(() => expect(server.inFlight.count).toBe(0));
    await eventually(() => expect(connection.text()).toMatch(/\r\n0\r\n\r\n$/));
    expect(connection.text().match(/event: sentence/g)).toHaveLength(SENTENCES);
    connection.socket.destroy();
  });

  it('is disconnected when it reads nothing for REQUEST_TIMEOUT_MS', async () => {
    const { answers, written } = largeAnswers();
    const connection = await rawConnection(await listen(answers, { REQUEST_TIMEOUT_MS: '200' }));
    connection.socket.pause();
    connection.socket.write(ask([CLAIM]));
    await eventually(() => expect(answered().map(({ status }) => status)).toEqual([499]));
    expect(server.inFlight.count).toBe(0);
    expect(written()).toBeLessThan(SENTENCES / 2);
    connection.socket.destroy();
  });
});
