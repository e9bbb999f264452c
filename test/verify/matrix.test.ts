import { expect, it } from 'vitest';
import { toMatrixBody } from '../../src/verify/bodies.ts';
import { fakeEncoder, type ReadPair, scores, verifierOn } from '../support/fake-encoder.ts';

const aboutTea =
  (probability: number): ReadPair =>
  (premise, hypothesis) =>
    premise.includes('tea') && hypothesis.includes('tea')
      ? scores('entailment', probability)
      : scores('neutral', probability);
const input = {
  claim: 'Hello! It sells tea. It is blue.',
  source: 'The shop is red. It sells tea daily. Rain fell. Snow fell.',
};

it('tells what the verdict model read of every claim span against every sentence where it read them all', async () => {
  const body = toMatrixBody(await verifierOn(fakeEncoder({ read: aboutTea(0.9) })).verify(input));
  expect(body.claim_spans).toEqual(['Hello!', 'It sells tea.', 'It is blue.']);
  expect(body.source_spans).toEqual(['The shop is red.', 'It sells tea daily.', 'Rain fell.', 'Snow fell.']);
  const [tea, other] = [scores('entailment', 0.9), scores('neutral', 0.9)];
  expect(body.scores).toEqual([[], [other, tea, other, other], [other, other, other, other]]);
  expect(body.phase).toEqual([[], new Array(4).fill('verdict'), new Array(4).fill('verdict')]);
});

it('holds the scores of the evidence model where the verdict model did not read, and says so', async () => {
  const encoder = fakeEncoder({ read: aboutTea(0.9), evidence: aboutTea(0.6) });
  const verifier = verifierOn(encoder, { limits: { candidates: 2 } });
  const { scores: rows, phase } = toMatrixBody(await verifier.verify(input));
  expect(phase).toEqual([
    [],
    ['verdict', 'verdict', 'evidence', 'evidence'],
    ['verdict', 'verdict', 'evidence', 'evidence'],
  ]);
  expect(rows[1]).toEqual([
    scores('neutral', 0.9),
    scores('entailment', 0.9),
    scores('neutral', 0.6),
    scores('neutral', 0.6),
  ]);
});

it('holds no heading and no bare question, which neither model reads alone', async () => {
  const source = '# Tea\n\nWhat is tea?\n\nIt sells tea daily. Rain fell.';
  const encoder = fakeEncoder({ read: aboutTea(0.9), evidence: aboutTea(0.6) });
  for (const candidates of [0, 1]) {
    const verifier = verifierOn(encoder, { limits: { candidates } });
    const body = toMatrixBody(await verifier.verify({ ...input, source }));
    expect(body.source_spans).toEqual(['It sells tea daily.', 'Rain fell.']);
    expect(body.scores.map(({ length }) => length)).toEqual([0, 2, 2]);
  }
});
