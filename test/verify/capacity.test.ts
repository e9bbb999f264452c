import { describe, expect, it } from 'vitest';
import { unavailable } from '../../src/contract/errors.ts';
import type { CrossEncoder } from '../../src/nli/types.ts';
import { byWords, failing, fakeEncoder, verifierOn } from '../support/fake-encoder.ts';

const INPUT = {
  claim: 'The mill closed in June.',
  source: 'The mill closed. It was June. Rain fell. Ada sold the mill in June.',
};

/** An encoder that writes down what a request does with its place in the queue. */
function watched(lines: string[], encoder: CrossEncoder = fakeEncoder()): CrossEncoder {
  return {
    ...encoder,
    admit: (costMs, caller) => {
      lines.push(caller?.client === undefined ? 'admit' : `admit for ${caller.client}`);
      const turn = encoder.admit(costMs, caller);
      return {
        ...turn,
        reserve: (maxMs) => {
          lines.push(maxMs === 0 ? 'release' : 'announce');
          turn.reserve(maxMs);
        },
        score: (phase, pairs) => {
          lines.push(`${phase} ${pairs.length}`);
          return turn.score(phase, pairs);
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

  it('is turned away before any pair is scored when its spans cost more than there is room for, and gives its place back', async () => {
    const lines: string[] = [];
    const encoder = fakeEncoder();
    const full: CrossEncoder = {
      ...encoder,
      admit: (...asked) => ({
        ...encoder.admit(...asked),
        reserve: () => {
          throw unavailable('The queue is full; try again shortly.', 1);
        },
      }),
    };
    await expect(verifierOn(watched(lines, full)).verify(INPUT)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(lines).toEqual(['admit', 'announce', 'end']);
  });

  it('is its client’s', async () => {
    const lines: string[] = [];
    await verifierOn(watched(lines)).verify(INPUT, { client: 'a customer' });
    expect(lines[0]).toBe('admit for a customer');
  });

  it('keeps its place from the ranking to the reading, and then releases it', async () => {
    const lines: string[] = [];
    await verifierOn(watched(lines)).verify(INPUT);
    expect(lines).toEqual(['admit', 'announce', 'verdict 4', 'verdict 3', 'release', 'end']);
  });

  it('works on no text before its turn', async () => {
    const encoder = fakeEncoder();
    let begin = () => {};
    const gate = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const turn = () => gate;
    const held: CrossEncoder = { ...encoder, admit: (...asked) => ({ ...encoder.admit(...asked), turn }) };
    const answer = verifierOn(held).verify(INPUT, { background: true });
    await new Promise((resolve) => setImmediate(resolve));
    expect(encoder.tokenized).toEqual([]);
    begin();
    expect((await answer).verdict).toBe('SUPPORTED');
  });

  it('keeps one place through both phases', async () => {
    const lines: string[] = [];
    const encoder = watched(lines, fakeEncoder({ evidence: byWords }));
    const { pairs } = await verifierOn(encoder).verify(INPUT);
    expect(lines).toEqual(['admit', 'announce', 'evidence 4', 'verdict 3', 'release', 'end']);
    expect(pairs).toEqual({ evidence: 4, verdict: 3 });
  });

  it.each(['evidence', 'verdict'] as const)(
    'gives its place back when its %s pairs cannot be scored',
    async (phase) => {
      const lines: string[] = [];
      const encoder = fakeEncoder({ evidence: byWords });
      const reason = unavailable('A worker was lost.', 1);
      const down: CrossEncoder = {
        ...encoder,
        admit: (...asked) => {
          const turn = encoder.admit(...asked);
          const score: typeof turn.score = (at, pairs) =>
            at === phase ? Promise.reject(reason) : turn.score(at, pairs);
          return { ...turn, score };
        },
      };
      const verifier = verifierOn(watched(lines, down));
      await expect(verifier.verify(INPUT)).rejects.toBe(reason);
      expect(lines.slice(0, 3)).toEqual(['admit', 'announce', 'evidence 4']);
      expect(lines.at(-1)).toBe('end');
    },
  );

  it('ends where everything fails', async () => {
    const lines: string[] = [];
    const down = failing(watched(lines), unavailable('A worker was lost.', 1));
    await expect(verifierOn(down).verify(INPUT)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(lines).toEqual(['admit', 'announce', 'end']);
  });
});
