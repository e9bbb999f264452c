import { describe, expect, it } from 'vitest';
import { unavailable } from '../../src/errors.ts';
import type { CrossEncoder } from '../../src/nli/types.ts';
import { failing, fakeEncoder, verifierOn } from '../support/fake-encoder.ts';

const INPUT = {
  claim: 'The mill closed in June.',
  source: 'The mill closed. It was June. Rain fell. Ada sold the mill in June.',
};

/** An encoder that writes down what a request does with its place in the queue. */
function watched(lines: string[]): CrossEncoder {
  const encoder = fakeEncoder();
  return {
    ...encoder,
    admit: (tokens, signal) => {
      lines.push('admit');
      const turn = encoder.admit(tokens, signal);
      return {
        ...turn,
        score: (pairs) => {
          lines.push(`score ${pairs.length}`);
          return turn.score(pairs);
        },
        end: () => lines.push('end'),
      };
    },
  };
}

describe('a request in the queue', () => {
  it('is turned away in an overload before any of its text is read', async () => {
    const encoder = fakeEncoder();
    const full: CrossEncoder = {
      ...encoder,
      admit: () => {
        throw unavailable('The queue is full; try again shortly.', 1);
      },
    };
    await expect(verifierOn(full).verify(INPUT)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(encoder.tokenized).toEqual([]);
  });

  it('keeps its place from its single sentences to its windows, and then gives it back', async () => {
    const lines: string[] = [];
    await verifierOn(watched(lines)).verify(INPUT);
    expect(lines).toEqual(['admit', 'score 4', 'score 3', 'end']);
  });

  it('gives the network its first pairs before the rest of a long source is read', async () => {
    const lines: string[] = [];
    const source = Array.from({ length: 90 }, (_, i) => `In year ${i} the owners sold mill ${i}.`).join(' ');
    const encoder = watched(lines);
    const { tokenize } = encoder;
    let readBefore = 0;
    const counting: CrossEncoder = {
      ...encoder,
      tokenize: (...text) => {
        if (!lines.some((line) => line.startsWith('score'))) readBefore++;
        return tokenize(...text);
      },
    };
    await verifierOn(counting).verify({ claim: 'The owners sold mill 7.', source });
    expect(lines.slice(0, 3)).toEqual(['admit', 'score 32', 'score 58']);
    expect(readBefore).toBe(33);
  });

  const sentence = 'The trust that owns the old mill sold most of its land to the town in June, and has kept the rest.';
  const sourceOf = (times: number) =>
    Array.from({ length: times }, (_, i) => `${sentence.slice(0, -1)}, plot ${i} apart.`).join(' ');

  it.each([
    ['a sentence', sentence, sourceOf(1)],
    ['a page', `${sentence} ${sentence}`, sourceOf(60)],
    ['a thousand tiny sentences', sentence, 'I am. '.repeat(1_000)],
    ['Chinese', '工厂在六月关闭。', '工厂在六月关闭。没有人受伤。'.repeat(40)],
  ])('announces about as many tokens as its pairs have: %s', async (_, claim, source) => {
    const encoder = fakeEncoder();
    let announced = 0;
    const listening: CrossEncoder = {
      ...encoder,
      admit: (tokens) => {
        announced = tokens;
        return encoder.admit(tokens);
      },
    };
    await verifierOn(listening).verify({ claim, source });
    const asked = encoder.asked.map(({ premise, hypothesis }) => `${premise} ${hypothesis}`.split(' ').length + 3);
    const tokens = asked.reduce((sum, count) => sum + count, 0);
    expect(announced / tokens).toBeGreaterThan(0.5);
    expect(announced / tokens).toBeLessThan(2);
  });

  it('gives its place back also when its pairs cannot be scored', async () => {
    const lines: string[] = [];
    const down = failing(watched(lines), unavailable('A worker was lost.', 1));
    await expect(verifierOn(down).verify(INPUT)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(lines).toEqual(['admit', 'end']);
  });
});
