import { describe, expect, it } from 'vitest';
import { copyDifferences } from '../../../../src/verify/rules/index.ts';
import { compareSurface, readSurface } from '../support/compare-surface.ts';

const differencesOf = (claim: string, sentence: string) =>
  copyDifferences(readSurface(claim), readSurface(sentence), compareSurface(claim, sentence));

/** What a span exchanges in a sentence that it copies, claim first; undefined when it copies none. */
function exchangedIn(claim: string, sentence: string) {
  const copy = differencesOf(claim, sentence);
  return (
    copy && {
      facts: copy.facts.map((finding) => [finding.claim.phrase, finding.source?.phrase]),
      names: copy.names.map((finding) => [finding.claim.text, finding.source?.text]),
      negation: copy.negation,
      exception: copy.exception,
      statuses: [...new Set([...copy.facts, ...copy.names].map(({ status }) => status))],
    }
  );
}
const NOTHING = { facts: [], names: [], negation: false, exception: false, statuses: [] };

it('leaves open if a town is in the country of the claim', () => {
  expect(differencesOf('The firm is based in Germany.', 'The firm is based in Munich.')).toBeUndefined();
  expect(exchangedIn('The firm is based in Munich.', 'The firm is based in Germany.')).toMatchObject({
    names: [['Munich', 'Germany']],
  });
});

describe('a number or date exchanged inside a copy', () => {
  it.each([
    [
      'The bolts of the bridge are 75 mm long.',
      'The bolts of the bridge are 50 mm long.',
      ['75 mm long', '50 mm long'],
    ],
    ['Its sensitivity is 99.0 % in adults.', 'Its sensitivity is 95.0 % in adults.', ['99.0 %', '95.0 %']],
    ['Each upload is limited to 4 MiB.', 'Each upload is limited to 1 MiB.', ['limited to 4 MiB', 'limited to 1 MiB']],
    ['The hall seats 530 people.', 'The old hall seats 350 people.', ['530 people', '350 people']],
    ['The mill closed on 3 June 2014.', 'The mill closed on 5 June 2014.', ['3 June 2014', '5 June 2014']],
    ['The mill closed in 2014 for good.', 'The mill closed in 2015 for good.', ['2014', '2015']],
    ['The answer is on page 14 of the book.', 'The answer is on page 12 of the book.', ['page 14', 'page 12']],
    ['Call 555-1234 for help with it.', 'Call 555-4321 for help with it.', ['555-1234', '555-4321']],
  ])('%s | %s', (claim, sentence, fact) => {
    expect(exchangedIn(claim, sentence)).toEqual({ ...NOTHING, facts: [fact], statuses: ['conflict'] });
  });

  it('is found although the sentence has the number of the claim for something else', () => {
    const sentence = 'The pipe has a diameter of 50 mm and a wall of 75 mm.';
    expect(exchangedIn('The pipe has a diameter of 75 mm.', sentence)?.facts).toEqual([['75 mm', '50 mm']]);
  });

  it('is a limit that follows from the stricter one of the sentence, but is another', () => {
    expect(exchangedIn('It holds at most 4 GB of log lines.', 'It holds at most 1 GB of log lines.')).toMatchObject({
      facts: [['at most 4 GB of log lines', 'at most 1 GB of log lines']],
      statuses: ['conflict'],
    });
    expect(exchangedIn('It holds at most 1 GB of log lines.', 'It holds at most 1 GB of log lines.')).toEqual(NOTHING);
    const estimate = ['The firm employs more than 300 people.', 'The firm employs more than 350 people.'] as const;
    expect(exchangedIn(...estimate)).toEqual(NOTHING);
    const scope = [
      'It applies to firms with more than 25 staff.',
      'It applies to firms with more than 250 staff.',
    ] as const;
    expect(exchangedIn(...scope)?.statuses).toEqual(['conflict']);
  });

  it.each([
    ['The trust employs 12 people in the mill.', 'The trust employs twelve people in the mill.'],
    ['The bolts of the bridge are 75 mm long.', 'The bolts of the bridge are 7.5 cm long.'],
    ['The firm employs over 300 people in Oslo.', 'The firm employs 350 people in Oslo.'],
  ])('is none where it says the same or follows: %s | %s', (claim, sentence) => {
    expect(exchangedIn(claim, sentence)).toEqual(NOTHING);
  });
});

describe('a name exchanged inside a copy', () => {
  it.each([
    ['The film about the mill was directed by Ada Brandt.', 'The film about the mill was directed by Carl Moss.'],
    ['Ada Brandt sold the mill to the town.', 'Carl Moss sold the mill to the town.'],
  ])('%s | %s', (claim, sentence) => {
    expect(exchangedIn(claim, sentence)).toEqual({
      ...NOTHING,
      names: [['Ada Brandt', 'Carl Moss']],
      statuses: ['conflict'],
    });
  });

  it.each([
    ['J. Brandt sold the mill to the town.', 'John Brandt sold the mill to the town.'],
    ['WHO sold the mill to the town.', 'World Health Organization sold the mill to the town.'],
  ])('is none where both may be the same: %s | %s', (claim, sentence) => {
    expect(exchangedIn(claim, sentence)?.names).not.toContainEqual(expect.anything());
  });
});

describe('a negation inside a copy', () => {
  it.each([
    [
      'The trust has not sold the land that lies beside the river.',
      'The trust has sold the land that lies beside the river.',
    ],
    [
      'The trust has sold the land that lies beside the river.',
      'The trust has not sold the land that lies beside the river.',
    ],
  ])('%s | %s', (claim, sentence) => {
    expect(exchangedIn(claim, sentence)).toEqual({ ...NOTHING, negation: true });
  });
});

describe('a sentence is no copy', () => {
  it.each([
    ['six of seven', 'The red mill of town has 75 rooms.', 'The blue mill of town has 50 rooms.', 6 / 7],
    ['five of six', 'The red mill has its 75 rooms.', 'The blue mill has its 50 rooms.', undefined],
  ])('with fewer than 85 %% of the other words: %s', (_, claim, sentence, held) => {
    expect(differencesOf(claim, sentence)?.held).toBe(held);
  });

  it('that has the words in another order', () => {
    expect(exchangedIn('In Oslo the firm sold 75 ships.', 'The firm sold 50 ships in Oslo.')).toBeUndefined();
  });

  it('of fewer than three other words', () => {
    expect(exchangedIn('It costs 75 euros.', 'It costs 50 euros.')).toBeUndefined();
  });

  it('that has nothing in place of a number or name it lacks', () => {
    expect(
      exchangedIn('The firm has 530 staff in Norway and Sweden.', 'The firm has staff in Norway and Sweden.'),
    ).toBe(undefined);
    expect(
      exchangedIn('The old firm of Ada Brandt has its staff in the town.', 'The old firm has its staff in the town.'),
    ).toBe(undefined);
  });
});

describe('an exception inside a copy', () => {
  const all = 'The trust opened all rooms of the old mill to visitors.';
  it.each([
    [all, 'The trust opened all rooms of the old mill to visitors except the attic.'],
    [all, 'With the exception of the attic, the trust opened all rooms of the old mill to visitors.'],
    [all, 'The trust opened some rooms of the old mill to visitors.'],
    ['The trust opened some rooms of the old mill to visitors.', all],
    ['The mill is open to visitors on Sunday.', 'The mill is open to visitors on Sunday unless it rains.'],
    ['The mill is open to visitors on Sunday.', 'The mill is open to visitors only on Sunday.'],
    ['The mill is open to visitors only on Sunday.', 'The mill is open to visitors on Sunday.'],
  ])('%s | %s', (claim, sentence) => {
    expect(exchangedIn(claim, sentence)?.exception).toBe(true);
  });

  it.each([
    [all, all],
    [all, 'The trust opened every room of the old mill to visitors.'],
    [all, 'The trust opened all rooms of the old mill to visitors, and it only employs volunteers.'],
    [all, 'The trust, which some call rich, opened all rooms of the old mill to visitors.'],
  ])('is none that stands elsewhere or says the same: %s | %s', (claim, sentence) => {
    expect(exchangedIn(claim, sentence)?.exception ?? false).toBe(false);
  });
});
