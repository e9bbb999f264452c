import { expect, it } from 'vitest';
import type { Verdict } from '../../../src/contract/verify.ts';
import { checkPassages } from '../../../src/documents/check/check-passages.ts';
import type { CheckedClaim, Sources } from '../../../src/verify/pipeline.ts';
import type { ReadClaim } from '../../../src/verify/read/read-claim.ts';

const CLAIM: ReadClaim = { text: 'The plant opened in 2014.', parts: [], spans: [] };

interface Read {
  readonly verdict: Verdict;
  readonly disagrees?: boolean;
  /** What the model reads as contradiction. */
  readonly contradiction?: number;
}

const STRONG = 0.8;

/** Checks a claim beside passages that each say this, and together that: gives the place of what decided, and its verdict. */
async function decided(together: Read, ...alone: readonly Read[]): Promise<readonly [number | 'together', Verdict]> {
  const said = new Map<Sources, Read>();
  const sourcesSaying = (read: Read): Sources => {
    const sources = {} as Sources;
    said.set(sources, read);
    return sources;
  };
  const passages = alone.map(sourcesSaying);
  const check = async (_: ReadClaim, sources: Sources) => {
    const { verdict, disagrees, contradiction = 0.9 } = said.get(sources)!;
    const span = {
      objections: disagrees ? ['evidence_disagrees'] : [],
      matchType: verdict === 'UNSUPPORTED' ? 'contradiction' : 'insufficient_evidence',
      examined: { opposition: { scores: { contradiction } } },
    };
    return { decision: { verdict }, decided: [span] } as unknown as CheckedClaim;
  };
  const { sources, checked } = await checkPassages(
    CLAIM,
    { alone: passages, together: sourcesSaying(together) },
    { check, strong: STRONG },
  );
  const place = passages.indexOf(sources);
  return [place === -1 ? 'together' : place, checked.decision.verdict];
}

const SUPPORTED: Read = { verdict: 'SUPPORTED' };
const UNSUPPORTED: Read = { verdict: 'UNSUPPORTED' };
const UNCERTAIN: Read = { verdict: 'UNCERTAIN' };

it('has the closest passage that decides decide', async () => {
  expect(await decided(UNSUPPORTED, SUPPORTED, UNCERTAIN)).toEqual([0, 'SUPPORTED']);
  expect(await decided(UNSUPPORTED, UNCERTAIN, SUPPORTED, SUPPORTED)).toEqual([1, 'SUPPORTED']);
});

it('takes a weak contradiction from the closest passage only', async () => {
  const weakly: Read = { verdict: 'UNSUPPORTED', contradiction: 0.79 };
  const strongly: Read = { verdict: 'UNSUPPORTED', contradiction: 0.8 };
  expect(await decided(UNCERTAIN, weakly, UNCERTAIN)).toEqual([0, 'UNSUPPORTED']);
  expect(await decided(UNCERTAIN, UNCERTAIN, weakly)).toEqual([0, 'UNCERTAIN']);
  expect(await decided(UNCERTAIN, UNCERTAIN, weakly, strongly)).toEqual([2, 'UNSUPPORTED']);
});

it('gives what the closest passage says where none decides, whatever they say together', async () => {
  expect(await decided(SUPPORTED, UNCERTAIN, UNCERTAIN)).toEqual([0, 'UNCERTAIN']);
});

it('is turned by another passage under the rule for sources that disagree alone', async () => {
  expect(await decided(UNSUPPORTED, SUPPORTED, UNSUPPORTED)).toEqual([0, 'SUPPORTED']);
  const disagreeing: Read = { verdict: 'UNCERTAIN', disagrees: true };
  expect(await decided(disagreeing, SUPPORTED, UNSUPPORTED)).toEqual(['together', 'UNCERTAIN']);
  expect(await decided(disagreeing, SUPPORTED)).toEqual([0, 'SUPPORTED']);
});

it('is decided by nothing where no passage was found', async () => {
  expect(await decided(UNCERTAIN)).toEqual(['together', 'UNCERTAIN']);
});
