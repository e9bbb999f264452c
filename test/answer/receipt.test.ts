import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerRequestReader } from '../../src/answer/answer-request.ts';
import { canonicalSha256, checkReceipt, withReceipt } from '../../src/answer/receipt.ts';
import type { AnswerBody } from '../../src/contract/answer.ts';
import { ServiceError } from '../../src/errors.ts';

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

  it('is right for the answer that came over the wire, whatever its order and spaces', () => {
    const sent = JSON.parse(JSON.stringify(BODY, null, 2));
    const { receipt, ...rest } = sent;
    expect(checkReceipt(sent)).toEqual([]);
    expect(checkReceipt({ receipt, ...rest }, REQUEST)).toEqual([]);
    expect(checkReceipt(sent, { ...REQUEST, uncertain: 'review', offsets: 'utf16', citations: 'none' })).toEqual([]);
  });

  it('has the least confidence that was used where the request says none', () => {
    const body = withReceipt({ ...UNSIGNED, min_confidence: 0.75 }, FACTS);
    expect(body.receipt.request_sha256).not.toBe(BODY.receipt.request_sha256);
    expect(checkReceipt(body, REQUEST)).toEqual([]);
    expect(checkReceipt(body, { ...REQUEST, min_confidence: 0.75 })).toEqual([]);
    expect(checkReceipt(body, { ...REQUEST, min_confidence: 0 })).toMatchObject([{ member: 'request_sha256' }]);
  });

  it('is right for an answer of version 2.0.0, which does not name it', () => {
    const { receipt, min_confidence: _, ...older } = BODY;
    const { report_sha256: __, ...rest } = receipt;
    const report_sha256 = canonicalSha256({ ...older, receipt: rest });
    expect(checkReceipt({ ...older, receipt: { report_sha256, ...rest } }, REQUEST)).toEqual([]);
  });

  it('is right for a request beyond the usual limits', () => {
    const long = { answer: 'x'.repeat(10_001), sources: [{ id: 'a', text: 'x'.repeat(100_001) }] };
    const { answer, sources } = long;
    const body = withReceipt(UNSIGNED, { ...FACTS, input: { ...FACTS.input, answer, sources } });
    expect(checkReceipt(body, long)).toEqual([]);
  });

  it.each([
    ['verdict', { ...BODY, verdict: 'SUPPORTED' }],
    ['a member more', { ...BODY, note: '' }],
    ['a model', { ...BODY, receipt: { ...BODY.receipt, models: { verdict: 'b', evidence: null } } }],
    ['the version', { ...BODY, receipt: { ...BODY.receipt, version: '1.0.1' } }],
    ['the calibration', { ...BODY, receipt: { ...BODY.receipt, calibration_sha256: '0' } }],
  ])('tells an answer with another %s', (_, body) => {
    const [difference, ...others] = checkReceipt(body, REQUEST);
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ member: 'report_sha256', stated: BODY.receipt.report_sha256 });
    expect(difference!.computed).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [{ ...REQUEST, answer: 'It fell.' }],
    [{ ...REQUEST, min_confidence: 0.5 }],
    [{ ...REQUEST, sources: [{ id: 'b', text: 'It rosé 😀.' }] }],
    [{ ...REQUEST, sources: [{ id: 'a', text: 'It rosé 😀.', title: 'T' }] }],
  ])('tells another request: %j', (request) => {
    expect(checkReceipt(BODY, request)).toEqual([
      { member: 'request_sha256', stated: BODY.receipt.request_sha256, computed: expect.any(String) },
    ]);
  });

  it.each([[undefined], [null], [7], [[]], [{}], [{ receipt: null }], [{ receipt: { report_sha256: 1 } }]])(
    'is in no %j',
    (body) => {
      expect(() => checkReceipt(body)).toThrow(ServiceError);
    },
  );

  it('is checked against requests only', () => {
    expect(() => checkReceipt(BODY, { answer: 'x' })).toThrow('sources must be an array');
  });
});
