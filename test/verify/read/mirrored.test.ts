import { describe, expect, it } from 'vitest';
import { mirroredIn } from '../../../src/verify/read/mirrored.ts';
import { surfaceReading } from '../../../src/verify/rules/index.ts';

const written = (claim: string, source: string) => mirroredIn(surfaceReading(claim), surfaceReading(source))?.written;

describe('a claim whose sides the source has in the other order', () => {
  it.each([
    [
      'The flat is cheaper than the house.',
      'The house costs 200 euros more than the flat.',
      'The house is dearer than the flat',
    ],
    ['Model B is heavier than model A.', 'Model A weighs 2 kg more than model B.', 'Model A is lighter than model B'],
    [
      'Oslo has fewer inhabitants than Rome.',
      'Rome has more inhabitants than Oslo.',
      'Rome has more inhabitants than Oslo',
    ],
    [
      'They watched the film before the walk.',
      'They had dinner, then watched the film, and afterwards took a walk.',
      'They watched the film, then the walk',
    ],
    ['June was warmer than May.', 'May was two degrees colder than June.', 'May was colder than June'],
    ['Ulm is north of Biberach.', 'Biberach lies south of Ulm.', 'Biberach is south of Ulm'],
    ['The cellar is below the kitchen.', 'The kitchen lies above the cellar.', 'The kitchen is above the cellar'],
    [
      'The concert came before the fair.',
      'The fair was held a week after the concert.',
      'The fair came after the concert',
    ],
    [
      'The tests came before the release.',
      'After the tests the release was published.',
      'After the tests, the release came',
    ],
    ['Ann retired after Bob.', 'Bob retired two years before Ann.', 'Bob came before Ann retired'],
  ])('%s against %s', (claim, source, mirrored) => expect(written(claim, source)).toBe(mirrored));

  it.each([
    ['in the same order', 'The house is dearer than the flat.', 'The house costs 200 euros more than the flat.'],
    ['with the same word', 'Ole is taller than Nils.', 'Nils is taller than Ole.'],
    [
      'with the other word and the sides in the same order',
      'Bob retired after Ann.',
      'Bob retired two years before Ann.',
    ],
    ['of a sentence with both words', 'The film ran before the talk.', 'The talk was after the film and before lunch.'],
    ['beside "after that"', 'The sugar came before the milk.', 'Add the milk, and after that the sugar.'],
    [
      'of another event of both',
      'The roof was repaired before the storm.',
      'The storm came after the roof was inspected.',
    ],
    [
      'in another dimension',
      'The north route is longer than the south route.',
      'The south route is flatter than the north route.',
    ],
    [
      'of a degree',
      'The east tower is slightly taller than the west tower.',
      'The west tower is much shorter than the east tower.',
    ],
    ['of a limited comparison', 'The house costs more than the flat.', 'The flat costs less than the house to heat.'],
    ['of what only seems so', 'Ana is older than Ben.', 'Ben looks younger than Ana.'],
    ['of something of a side', 'Brix is older than Acme.', "Acme's founder is younger than Brix."],
    ['of what did not happen', 'The vote came before the strike.', 'The strike came after the vote was called off.'],
    ['in one respect', 'Acme is smaller than Brix.', 'In profit Brix is larger than Acme.'],
    ['of a denial', 'The flat is not cheaper than the house.', 'The house costs more than the flat.'],
    [
      'that no sentence compares',
      'The flat is cheaper than the house.',
      'The house costs 900 euros. The flat costs 700.',
    ],
  ])('not %s', (_, claim, source) => expect(written(claim, source)).toBeUndefined());
});
