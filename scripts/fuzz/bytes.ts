import fc, { type Arbitrary } from 'fast-check';
import { area } from './area.ts';
import { assertAnswers, ENDINGS, rawExchange } from './exchange.ts';

const KEY = '<KEY>';
const BODY = '{"claim":"It was founded in 1990.","grounding_source":"Acme was founded in 1990."}';
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (framing: string) =>
  `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n${framing}`;
const REQUESTS = [
  ...['/', '/health/live', '/info', '/openapi.json', '/docs/', '/metrics', '/nowhere'].map(get),
  ...['/docs', '/assets/file-rows.js', '/v1/account'].map(get),
  get('/health/live').replace('GET', 'HEAD'),
  get('/v1/verify').replace('GET', 'OPTIONS'),
  post(`Content-Length: ${BODY.length}\r\n\r\n${BODY}`),
  post(`Transfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`),
  post(`Content-Length: 100000\r\n\r\n${BODY}`),
];
/** Parts of framing, and bytes that break it. */
const TOKENS = [
  ...['\r\n', '\n', '\r', '\0', ' ', '\t', ':', ',', ';', '\r\n\r\n', '\xff', '\xc3', '%00', '%zz', '/../', '?', '#'],
  ...['Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: chunked, identity\r\n', 'Transfer-Encoding : chunked\r\n'],
  ...['Content-Length: 5\r\n', 'Content-Length: -1\r\n', 'Content-Length: 99999999999999999999\r\n', 'Host: b\r\n'],
  ...['Expect: 100-continue\r\n', 'Connection: close\r\n', 'Connection: Upgrade\r\nUpgrade: h2c\r\n', ' folded\r\n'],
  ...['0\r\n\r\n', 'ffffffffffffffff\r\n', '-1\r\n', '5;a=b\r\nhello\r\n', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9'],
  ...['CONNECT '],
  ...['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'GET http://a/ HTTP/1.1\r\n', 'GET //a HTTP/1.1\r\n'],
  ...[`A: ${'a'.repeat(20_000)}\r\n`],
];

interface Edit {
  /** Where, as a share of the text. */
  readonly at: number;
  readonly removed: number;
  readonly added: string;
}

const anyBytes = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const edits: Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof(fc.constant(0), fc.nat(40)),
  added: fc.oneof(fc.constant(''), fc.constantFrom(...TOKENS), anyBytes),
});
const inputs = fc.record({
  requests: fc.array(fc.constantFrom(...REQUESTS), { minLength: 1, maxLength: 4 }),
  repeated: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 40 }) },
  ),
  edits: fc.array(edits, { maxLength: 4 }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  ending: fc.constantFrom(...ENDINGS),
});

/** Bytes on a socket: requests cut, repeated, mixed with what framing is made of, and answers that no one reads. */
export const bytesArea = area({
  name: 'bytes',
  inputs,
  check: async ({ requests, repeated, edits: changes, cuts, ending }, { port, key }) => {
    const text = changes.reduce(edited, requests.join('').repeat(repeated)).replaceAll(KEY, key);
    assertAnswers(await rawExchange(port, { pieces: cut(text, cuts), ending }));
  },
});

function edited(text: string, { at, removed, added }: Edit): string {
  const place = Math.floor(at * text.length);
  return text.slice(0, place) + added + text.slice(place + removed);
}

function cut(text: string, shares: readonly number[]): string[] {
  const places = [0, ...shares.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b), text.length];
  return places.slice(1).map((place, i) => text.slice(places[i], place));
}
