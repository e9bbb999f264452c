import { expect, it } from 'vitest';
import { objectionsIn, surfaceReading } from '../../../../src/verify/rules/index.ts';

const isExchanged = (claim: string, sentence: string) =>
  objectionsIn(surfaceReading(claim), surfaceReading(sentence)).has('parts_exchanged');

const GARDEN = 'My aunt grows tomatoes on the balcony and herbs in the garden.';
const PETS = 'The cat sleeps in the kitchen, the dog in the hall.';
const MEALS = 'Amir ordered the fish and Lotte the risotto.';
const STEPS = 'First peel the apples, then slice them, and only after that add the sugar.';

it.each([
  ['Ana works in Delft.', 'Ana lives in Delft and works in Breda.'],
  ['My aunt grows tomatoes in the garden.', GARDEN],
  ['The herbs are on the balcony.', GARDEN],
  ['The dog sleeps in the kitchen.', PETS],
  ['The cat sleeps in the hall.', PETS],
  ['Lotte ordered the fish.', MEALS],
  ['Amir ordered the risotto.', MEALS],
])('says of one part what the sentence says of another: %s against %s', (claim, sentence) =>
  expect(isExchanged(claim, sentence)).toBe(true),
);

it.each([
  ['Ana works in Breda.', 'Ana lives in Delft and works in Breda.'],
  ['Ana lives in Delft.', 'Ana lives in Delft and works in Breda.'],
  ['Ana works in Delft.', 'Ana lives in Delft and works in Breda and Delft.'],
  ['Ana works in Delft.', 'Ana lives in Delft and works in the city.'],
  ['Jo works in Europe.', 'Jo lives in Europe and works in Spain.'],
  ['Ana works in Delft.', 'Does Ana live in Delft and work in Breda?'],
  ['Ben finished first.', 'Anna started first, then Ben started, and Ben finished first.'],
  ['Ben finished first.', 'Anna started, then Ben finished first.'],
  ['My aunt grows herbs in the garden.', GARDEN],
  ['My aunt grows tomatoes and herbs.', GARDEN],
  ['The dog sleeps in the hall.', PETS],
  ['The dog does not sleep in the kitchen.', PETS],
  ['Lotte ordered the risotto.', MEALS],
  ['They visited the old harbor.', 'They visited the museum and the old harbor.'],
  ['Henrik lives in Oslo.', 'Henrik studied chemistry in Lund and then medicine in Oslo.'],
  ['The cat sleeps in the hall.', 'The cat sleeps in the kitchen, and the dog and the cat sleep in the hall, too.'],
  ['The match was called off because of the frozen pitch.', 'The match was called off because the pitch was frozen.'],
  ['The sugar is added after the apples are sliced.', STEPS],
  ['The apples are peeled first.', STEPS],
  ['We had tea after lunch.', 'We had tea, then lunch, and later tea again.'],
])('says of a part what the sentence says of it, or another thing: %s against %s', (claim, sentence) =>
  expect(isExchanged(claim, sentence)).toBe(false),
);
