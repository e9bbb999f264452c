import { expect, it } from 'vitest';
import { ANSWER_EXAMPLE } from '../../../src/contract/answer.ts';
import type { ClaimDetailBody } from '../../../src/contract/verify.ts';
import { answerMarkdown, claimMarkdown } from '../../../src/web/try/markdown.ts';

const DETAIL: ClaimDetailBody = {
  outcome: 'fail',
  reason_codes: ['number_differs'],
  offsets: 'utf16',
  scores: { SUPPORTED: 0, UNSUPPORTED: 1, UNCERTAIN: 0 },
  spans: [],
  models: { verdict: '', evidence: null },
};

it('a claim is written with its verdict, its texts as they are, evidence and reasoning', () => {
  const request = {
    claim: 'It *employs* 530 people.',
    grounding_source: '# Plant\n1. It employs 350 people | and <b>.',
  };
  const markdown = claimMarkdown(request, {
    verdict: 'UNSUPPORTED',
    confidence: 0.953,
    reasoning: '1. "530" is not "350".\n2. So it is contradicted.',
    audit_trail: [{ claim_span: request.claim, source_span: 'a | b\nc', match_type: 'contradiction' }],
    detail: DETAIL,
  });
  expect(markdown).toBe(`# Claim check

**UNSUPPORTED**, confidence 0.95, outcome fail. The source contradicts the claim.

## Claim

> It \\*employs\\* 530 people.

## Source

> \\# Plant
> 1\\. It employs 350 people \\| and \\<b\\>.

## Evidence

| claim | match | source |
|---|---|---|
| It \\*employs\\* 530 people. | ≠ contradicts | a \\| b c |

## Reasoning

1. "530" is not "350".
2. So it is contradicted.
`);
});

it('an answer is written sentence by sentence with what was found, then the sources', () => {
  const { request, response } = ANSWER_EXAMPLE;
  const markdown = answerMarkdown(request, response);
  expect(markdown.split('\n\n').slice(0, 6)).toEqual([
    '# Answer check',
    '**FAIL**. The sources contradict the answer. A number or an amount differs. Grounding score 0.50: 1 of 2 checked sentences pass.',
    '## Sentences',
    [
      '- ✓ **supported** (0.93): The Lyon plant opened in 2014 \\[1\\].',
      '  - The cited source supports the sentence.',
      '  - Source 1, in other words: "Acme opened its Lyon plant in 2014."',
      '- ✗ **contradicted** (0.97): It employs 530 people \\[2\\].',
      '  - A number or an amount differs. The answer says "530 people". Source 2 says "350 people".',
      '  - The cited source contradicts the sentence.',
      '  - Source 2, contradicts: "The Lyon plant employs 350 people and makes valves."',
    ].join('\n'),
    '## Sources',
    '### 1: History',
  ]);
});
