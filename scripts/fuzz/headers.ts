import fc from 'fast-check';
import { area } from './area.ts';
import { assertAnswers, rawExchange } from './exchange.ts';

const BODY = '{"claim":"It was founded in 1990.","grounding_source":"Acme was founded in 1990."}';
/** One character of the key is dropped, added, or another one. */
const KEY_FAULTS = ['', 'x', '=', ' ', '\0', '\xe9', '-', 'K'];
const NAMES = [
  ...['X-Request-Id', 'X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'Cookie', 'Accept'],
  ...['Accept-Encoding', 'Range'],
  ...['Content-Type', 'Content-Encoding', 'Host', 'Expect', 'If-None-Match', 'Origin', 'Connection', 'Te', 'Trailer'],
  ...['X-Api-Key', 'X-Http-Method-Override', 'Proxy-Authorization', 'Constructor', '__proto__', 'toString'],
];
const VALUES = [
  ...['', ' ', '*', '0', '-1', 'gzip', 'br', 'deflate, gzip', 'identity', 'close', 'keep-alive', 'trailers'],
  ...['null', '::1'],
  ...['application/json', 'application/json; charset=utf-16', 'application/json;', 'text/plain', 'multipart/form-data'],
  ...['127.0.0.1, 10.0.0.1', '999.1.1.1', 'a'.repeat(200), 'a'.repeat(9000), '"', "'", '<script>'],
  ...['%0d%0aX-Injected: 1'],
];

const headerText = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) });
const header = fc.tuple(
  fc.oneof(fc.constantFrom(...NAMES), fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/)),
  fc.oneof(fc.constantFrom(...VALUES), headerText),
);
const inputs = fc.record({
  fault: fc.option(fc.record({ at: fc.nat(43), instead: fc.constantFrom(...KEY_FAULTS) }), { nil: undefined }),
  scheme: fc.constantFrom('Bearer', 'Bearer', 'Bearer', 'bearer', 'BEARER', 'Basic', ''),
  headers: fc.array(header, { maxLength: 12 }),
  copies: fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 300 }) },
  ),
});

/** Headers of all kinds around a good request; a key with one fault must never be let in. */
export const headersArea = area({
  name: 'headers',
  inputs,
  check: async ({ fault, scheme, headers, copies }, { port, key }) => {
    const sent = fault === undefined ? key : key.slice(0, fault.at) + fault.instead + key.slice(fault.at + 1);
    const extra = Array.from({ length: copies }, () => headers).flat();
    const lines = [
      'POST /v1/verify HTTP/1.1',
      'Host: localhost',
      `Authorization: ${scheme} ${sent}`,
      `Content-Length: ${BODY.length}`,
      'Content-Type: application/json',
      ...extra.map(([name, value]) => `${name}: ${value}`),
    ];
    const answers = assertAnswers(
      await rawExchange(port, { pieces: [`${lines.join('\r\n')}\r\n\r\n${BODY}`], ending: 'read' }),
    );
    const [answer] = answers;
    if (answers.length > 1) throw new Error(`expected one answer, got ${answers.length}`);
    // Spaces after the key are no part of a header's value.
    if (answer?.status === 200 && (sent.trimEnd() !== key || scheme.toLowerCase() !== 'bearer')) {
      throw new Error(`expected a refusal of "${scheme}" with a key that is not the issued one, got a verdict`);
    }
    if (answer !== undefined && 'x-injected' in answer.headers)
      throw new Error("expected no header of the caller's making");
  },
});
