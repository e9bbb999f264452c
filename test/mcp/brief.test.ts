import { describe, expect, it } from 'vitest';
import { ANSWER_EXAMPLE } from '../../src/contract/answer.ts';
import { briefAnswer, briefClaim } from '../../src/mcp/mcp-server.ts';

const { response } = ANSWER_EXAMPLE;
const [first, second] = response.sentences;

describe('briefAnswer', () => {
  it('has the outcome and what does not pass, with why and one place', () => {
    expect(briefAnswer(response)).toEqual({
      outcome: 'fail',
      checked: 2,
      passed: 1,
      sentences: [
        {
          text: 'It employs 530 people [2].',
          outcome: 'fail',
          verdict: 'UNSUPPORTED',
          confidence: second!.confidence,
          reasons: [{ code: 'number_differs', expected: '350 people', found: '530 people' }],
          evidence: { source_id: '2', text: second!.evidence[0]!.text },
          citation: 'contradicted_by_cited',
        },
      ],
    });
  });

  it('names a sentence that passes and cites another source than the one that supports it', () => {
    const citation = { status: 'supported_elsewhere' as const, cited: ['2'], source_id: '1' };
    const brief = briefAnswer({ ...response, sentences: [{ ...first!, citation }] });
    expect(brief).toMatchObject({ sentences: [{ text: first!.text, citation: 'supported_elsewhere' }] });
  });

  it('has the repaired text where one was asked for', () => {
    const repaired = { text: 'The Lyon plant opened in 2014 [1].', changes: [] };
    expect(briefAnswer({ ...response, repaired })).toMatchObject({ outcome: 'fail', repaired: repaired.text });
  });

  it('leaves out what asserts nothing', () => {
    const question = {
      ...first!,
      check_required: false,
      verdict: null,
      confidence: null,
      outcome: null,
      citation: null,
    };
    expect(briefAnswer({ ...response, sentences: [question] })).toMatchObject({ sentences: [] });
  });
});

it('briefClaim leaves the audit trail out', () => {
  expect(briefClaim({ verdict: 'SUPPORTED', confidence: 0.9, reasoning: 'It says so.', audit_trail: [] })).toEqual({
    verdict: 'SUPPORTED',
    confidence: 0.9,
    reasoning: 'It says so.',
  });
});
