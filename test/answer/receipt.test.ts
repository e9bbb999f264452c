import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerRequestReader } from '../../src/answer/answer-request.ts';
import { withReceipt } from '../../src/answer/receipt.ts';
import { canonicalSha256 } from '../../src/canonical-sha256.ts';
import type { AnswerBody } from '../../src/contract/answer.ts';

const REQUEST = { sources: [{ text: 'It rosé 😀.', id: 'a' }], answer: 'It rosé 😀.' };
const UNSIGNED: Omit<AnswerBody, 'receipt'> = {
  outcome: 'review',
  verdict: 'UNCERTAIN',
  offsets: 'utf16',
  min_confidence: 0,
  counts: { sentences: 1, checked: 1, supported: 0, unsupported: 0, uncertain: 1, passed: 0 },
  grounding_score: 0,
  sentences: [],
};
const FACTS = {
  input: answerRequestReader()(REQUEST),
  models: { verdict: 'a'.repeat(64), evidence: null },
  calibration: { b: 1e21, a: [0.1, -0] },
  version: '1.0.0',
};
const BODY = withReceipt(UNSIGNED, FACTS);

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('a receipt', () => {
  it('has the hashes of the answer without its own, of the request with its defaults, and of what made it', () => {
    const { report_sha256, ...rest } = BODY.receipt;
    expect(Object.keys(BODY.receipt)).toEqual([
      ...['report_sha256', 'request_sha256', 'models', 'calibration_sha256', 'version'],
    ]);
    expect(report_sha256).toBe(canonicalSha256({ receipt: rest, ...UNSIGNED }));
    expect(rest).toEqual({
      models: FACTS.models,
      version: '1.0.0',
      calibration_sha256: sha256('{"a":[0.1,0],"b":1e+21}'),
      request_sha256: sha256(
        '{"answer":"It rosé 😀.","citations":"none","min_confidence":0,"offsets":"utf16","sources":[{"id":"a","text":"It rosé 😀."}],"uncertain":"review"}',
      ),
    });
  });

  it('is the same whatever the order of the members and the defaults of the request', () => {
    const { sources, answer } = REQUEST;
    const input = answerRequestReader()({ uncertain: 'review', offsets: 'utf16', citations: 'none', sources, answer });
    const { report_sha256, request_sha256 } = withReceipt(UNSIGNED, { ...FACTS, input }).receipt;
    expect([report_sha256, request_sha256]).toEqual([BODY.receipt.report_sha256, BODY.receipt.request_sha256]);
  });

  it('has the least confidence that was used where the request states none', () => {
    const hashOf = (body: typeof UNSIGNED, request: object) =>
      withReceipt(body, { ...FACTS, input: answerRequestReader()(request) }).receipt.request_sha256;
    const used = { ...UNSIGNED, min_confidence: 0.75 };
    expect(hashOf(used, REQUEST)).toBe(hashOf(used, { ...REQUEST, min_confidence: 0.75 }));
    expect(hashOf(used, REQUEST)).not.toBe(BODY.receipt.request_sha256);
  });

  it.each([
    ['body', { ...UNSIGNED, verdict: 'SUPPORTED' as const }, FACTS],
    ['model', UNSIGNED, { ...FACTS, models: { verdict: 'b'.repeat(64), evidence: null } }],
    ['version', UNSIGNED, { ...FACTS, version: '1.0.1' }],
    ['calibration', UNSIGNED, { ...FACTS, calibration: {} }],
  ])('has another report_sha256 for another %s', (_, body, facts) => {
    const { report_sha256, request_sha256 } = withReceipt(body, facts).receipt;
    expect(report_sha256).not.toBe(BODY.receipt.report_sha256);
    expect(request_sha256).toBe(BODY.receipt.request_sha256);
  });

  it.each([
    [{ ...REQUEST, answer: 'It fell.' }],
    [{ ...REQUEST, min_confidence: 0.5 }],
    [{ ...REQUEST, sources: [{ id: 'b', text: 'It rosé 😀.' }] }],
    [{ ...REQUEST, sources: [{ id: 'a', text: 'It rosé 😀.', title: 'T' }] }],
  ])('has another request_sha256 for another request: %j', (request) => {
    const { request_sha256 } = withReceipt(UNSIGNED, { ...FACTS, input: answerRequestReader()(request) }).receipt;
    expect(request_sha256).not.toBe(BODY.receipt.request_sha256);
  });
});
