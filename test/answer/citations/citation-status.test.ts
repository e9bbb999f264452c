import { describe, expect, it } from 'vitest';
import { type CitedSentence, citationBody } from '../../../src/answer/sentences/sentence-body.ts';

const NOT_CITING: CitedSentence = {
  cited: [],
  unknown: [],
  verdict: 'UNCERTAIN',
  byCited: undefined,
  supportedBy: undefined,
};
const FIRST = { cited: ['1'] } as const;
const UNKNOWN = { cited: ['9'], unknown: ['9'] } as const;
const BOTH = { cited: ['1', '9'], unknown: ['9'] } as const;

describe('the citation of a sentence', () => {
  it.each([
    [{ ...FIRST, byCited: 'SUPPORTED', verdict: 'SUPPORTED', supportedBy: '1' }, 'supported_by_cited', null],
    [{ ...FIRST, byCited: 'SUPPORTED', verdict: 'UNCERTAIN' }, 'supported_by_cited', null],
    [{ ...FIRST, byCited: 'SUPPORTED', verdict: 'UNSUPPORTED' }, 'supported_by_cited', null],
    [{ ...FIRST, byCited: 'UNCERTAIN', verdict: 'SUPPORTED', supportedBy: '2' }, 'supported_elsewhere', '2'],
    [{ ...FIRST, byCited: 'UNCERTAIN', verdict: 'UNCERTAIN' }, 'not_supported', null],
    [{ ...FIRST, byCited: 'UNCERTAIN', verdict: 'UNSUPPORTED' }, 'not_supported', null],
    [{ ...FIRST, byCited: 'UNSUPPORTED', verdict: 'UNSUPPORTED' }, 'contradicted_by_cited', null],
    [{ ...FIRST, byCited: 'UNSUPPORTED', verdict: 'SUPPORTED', supportedBy: '2' }, 'contradicted_by_cited', '2'],
    [{ ...UNKNOWN, verdict: 'SUPPORTED', supportedBy: '2' }, 'unknown_id', '2'],
    [{ ...UNKNOWN, verdict: 'UNSUPPORTED' }, 'unknown_id', null],
    [{ ...BOTH, byCited: 'SUPPORTED', verdict: 'SUPPORTED', supportedBy: '1' }, 'unknown_id', null],
    [{ ...BOTH, byCited: 'UNCERTAIN', verdict: 'UNCERTAIN' }, 'unknown_id', null],
    [{ ...BOTH, byCited: 'UNSUPPORTED', verdict: 'UNSUPPORTED' }, 'contradicted_by_cited', null],
    [{ verdict: 'SUPPORTED', supportedBy: '2' }, 'missing', '2'],
    [{ verdict: 'UNSUPPORTED' }, 'missing', null],
  ] as const)('%j is %s', (over, status, source_id) => {
    const sentence: CitedSentence = { ...NOT_CITING, ...over };
    expect(citationBody(sentence)).toEqual({ status, cited: sentence.cited, source_id });
  });
});
