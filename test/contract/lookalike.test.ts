import { expect, it } from 'vitest';
import { didYouMean, givenAs } from '../../src/contract/read-body.ts';

const FIELDS = ['claim', 'grounding_source'];

it('takes parts, other spellings and equal beginnings for a field', () => {
  for (const name of ['source', 'grounding', 'GroundingSource', 'grounding-source', 'sources', 'groundingText']) {
    expect(didYouMean(name, FIELDS), name).toBe(' Did you mean grounding_source?');
  }
  for (const name of ['claims', 'Claim', 'claimText', 'the_claim'])
    expect(didYouMean(name, FIELDS), name).toBe(' Did you mean claim?');
});

it('takes nothing else for one', () => {
  for (const name of ['', 'x', 'text', 'model', 'detail', '日本']) expect(didYouMean(name, FIELDS), name).toBe('');
});

it('names the missing field that an unknown field resembles', () => {
  expect(givenAs('grounding_source', { claim: 'a', source: 'b' }, FIELDS)).toBe(
    ' The field "source" is not known: did you mean grounding_source?',
  );
  expect(givenAs('claim', { source: 'b' }, FIELDS)).toBe('');
  for (const body of [null, 'text', ['source']]) expect(givenAs('claim', body, FIELDS)).toBe('');
});
