import { describe, expect, it } from 'vitest';
import { unavailable } from '../../src/errors.ts';
import type { CrossEncoder } from '../../src/nli/types.ts';
import { fakeEncoder, verifierOn } from '../support/fake-encoder.ts';

const INPUT = {
  claim: 'The mill closed in June.',
  source: 'The mill closed. It was June. Rain fell. Ada sold the mill in June.',
};

describe('a request in an overload', () => {
  it('is turned away before any of its text is read', async () => {
    const encoder = fakeEncoder();
    const full: CrossEncoder = {
      ...encoder,
      assertRoom: () => {
        throw unavailable('The queue is full; try again shortly.', 1);
      },
    };
    await expect(verifierOn(full).verify(INPUT)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(encoder.tokenized).toEqual([]);
  });

  it('keeps its place from its single sentences to its windows', async () => {
    const encoder = fakeEncoder();
    const tickets: (number | undefined)[] = [];
    const queued: CrossEncoder = {
      ...encoder,
      score: async (pairs, signal, ticket) => {
        tickets.push(ticket);
        return { ...(await encoder.score(pairs, signal)), ticket: 7 };
      },
    };
    await verifierOn(queued).verify(INPUT);
    expect(tickets).toEqual([undefined, 7]);
  });

  it('that is refused with all its pairs leaves nothing behind but the refusal', async () => {
    const refusing: CrossEncoder = {
      ...fakeEncoder(),
      score: () => Promise.reject(unavailable('The queue is full; try again shortly.', 1)),
    };
    await expect(verifierOn(refusing).verify(INPUT)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
