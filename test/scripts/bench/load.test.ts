import { describe, expect, test } from 'vitest';
import { KINDS, type Kind, TextWriter } from '../../../scripts/bench/bench-texts.ts';
import { type Answer, RequestSource, rates, readStages } from '../../../scripts/bench/load.ts';
import { splitSentences } from '../../../src/text/index.ts';

const answer = (kind: Kind, endedAt: number): Answer => ({ kind, endedAt, status: 200, ms: 1, stages: {} });

describe('rates', () => {
  const answers = [answer('short', 1_100), answer('short', 3_500), answer('longest', 6_000), answer('short', 11_500)];

  test('count what came after the first fifth of the load and before its end', () => {
    expect(rates(answers, 1_000, 10).perSecond).toBe(2 / 8);
  });

  test('weigh requests with what they take alone', () => {
    const aloneMs = new Map<Kind, number>([
      ['short', 100],
      ['longest', 700],
    ]);
    expect(rates(answers, 1_000, 10).workPerSecond(aloneMs)).toBe(800 / 8);
  });
});

test('readStages takes durations by stage and leaves descriptions', () => {
  const header = 'text;dur=1.5, queue;dur=20.0, inference;dur=3, pairs;desc="evidence 30, verdict 9"';
  expect(readStages(header)).toEqual({ text: 1.5, queue: 20, inference: 3 });
  expect(readStages(undefined)).toEqual({});
});

test('one request among ten is a longest one, at no fixed place', () => {
  const requests = new RequestSource(1);
  const tens = Array.from({ length: 20 }, () =>
    Array.from({ length: 10 }, () => requests.mixed(10).kind).flatMap((kind, i) => (kind === 'longest' ? [i] : [])),
  );
  expect(tens.every((places) => places.length === 1)).toBe(true);
  expect(new Set(tens.flat()).size).toBeGreaterThan(3);
});

describe('texts', () => {
  test.each(KINDS)('a %s request is of its size and within the contract', (kind) => {
    const writer = new TextWriter(3);
    for (let i = 0; i < 20; i++) {
      const { claim, source } = writer.request(kind);
      expect(claim.length).toBeLessThanOrEqual(500);
      expect(source.length).toBeLessThanOrEqual(10_000);
      if (kind === 'longest') expect(source.length).toBeGreaterThan(9_000);
      else expect(splitSentences(claim)).toHaveLength(kind === 'long' ? 2 : 1);
    }
  });
});
