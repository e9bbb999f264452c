import { describe, expect, it } from 'vitest';
import { sentenceWords } from '../../../src/text/index.ts';
import { coverages, weighWords, wordsHeld } from '../../../src/verify/read/source-readings.ts';
import { strangersAmong } from '../../../src/verify/score/strangers.ts';
import { plainSource } from '../support/plain-source.ts';

const pause = async () => undefined;

/** The sentences of a source that are strangers to a claim. */
async function strangers(claim: string, source: string): Promise<string[]> {
  const read = plainSource(source);
  const words = await read.readings.words(pause);
  const own = sentenceWords(claim);
  const shares = coverages(weighWords(own, words), words);
  const found = await strangersAmong({ ...wordsHeld(own, words), coverages: shares }, read, pause);
  return [...found].map((i) => read.sentences[i]!.text);
}

describe('a sentence that decides with one word of the claim counts', () => {
  it.each([
    ['Somebody at the mill was hurt.', 'The mill closed in June. Its owner sold the land. Nobody was hurt.'],
    ['The hotel charges extra for breakfast.', 'The hotel charges for parking. Rain fell. Prices include breakfast.'],
    [
      'The museum opens on Mondays.',
      'The museum opens at ten. Entry is free. Mondays are reserved for school classes.',
    ],
    [
      'The train to Lund stops in Hyllie.',
      'The train to Lund leaves at noon. Seats are free. Hyllie is passed without a halt.',
    ],
    [
      'The bridge was painted in spring.',
      'The bridge was built in 1931. A lift carries bicycles. Painting began in October.',
    ],
    ['The vaccine has to be frozen.', 'The vaccine is given twice. Children get half a dose. Do not freeze.'],
    ['The museum shop sells postcards.', 'The museum shop opens at ten. The café is upstairs. There are no postcards.'],
    [
      'The committee approved the budget.',
      'The committee met in Graz. Two members were ill. The budget was turned down.',
    ],
    [
      'The patient was given penicillin.',
      'The patient was given fluids. Her fever fell. Penicillin was ruled out by an allergy.',
    ],
    ['The garden is watered by hand.', 'The garden belongs to a school. Tomatoes grow there. Watering is automatic.'],
    [
      'The author lived in Porto.',
      'The author wrote nine novels. Critics praised the last one. Porto was never his home.',
    ],
    ['The ferry takes lorries.', 'The ferry takes an hour. A canteen serves soup. Lorries must use the tunnel.'],
    ['The lift is out of service.', 'The lift dates from 1988. Stairs lead to the roof. Service resumed on Friday.'],
    ['The pool is heated.', 'The pool is open in summer. A guard is on duty. Heating was given up to save gas.'],
    [
      'Guards pay for the uniforms.',
      'Guards pay for the lockers. They work in shifts. Uniforms are free of charge to the staff.',
    ],
    [
      'The bakery is closed on Sundays.',
      'The bakery closed its café. Bread costs four euros. On Sundays rolls are sold until noon.',
    ],
    [
      'The suspect was arrested in Turin.',
      'The suspect was arrested. Police found two phones. Officers stopped the car at a toll booth in Turin.',
    ],
    ['The scarf should be ironed.', 'The scarf is made of silk. Wash it by hand. Do not iron it.'],
    ['Firefighters found the cat.', 'Firefighters found a lamp. The roof collapsed. The cat had run to a neighbour.'],
    ['The bill was rejected.', 'The bill was signed in May. Two senators spoke. A majority rejected nothing that day.'],
    [
      'The committee chose a new president.',
      'The committee chose a hall. It rained. Elections of the president were postponed to the autumn.',
    ],
    [
      'The flight to Oslo was cancelled.',
      'Passengers of the flight to Oslo waited. Crews, pilots and buses were late. Airlines cancelled nothing.',
    ],
  ])('%s | %s', async (claim, source) => {
    expect(await strangers(claim, source)).toEqual([]);
  });
});

const CAMERA = 'The camera was designed in Finland.';
const POSTER = 'An intern from Nairobi designed the poster.';

describe('a sentence about something else with one word of the claim by chance is a stranger', () => {
  it.each([
    [CAMERA, 'The camera weighs 390 grams.', POSTER],
    [
      'The school bus is yellow.',
      'The school bus stops at Hill Road.',
      'The logo of the yoghurt maker is a yellow triangle.',
    ],
    [
      'The soup kitchen is run by a church.',
      'The soup kitchen serves meals.',
      'An old cinema organ was taken to a church in Derby.',
    ],
    [
      'The hand was sold as scrap.',
      'The thieves sawed off its left hand.',
      'The post office in Market Street sells stamps.',
    ],
    ['The bill was rejected.', 'The bill was signed in May.', 'A large majority rejected the amendment on fees.'],
  ])('%s | %s | %s', async (claim, about, other) => {
    const between = 'Rain fell all day.';
    expect(await strangers(claim, `${about} ${between} ${other}`)).toEqual([other]);
    expect(await strangers(claim, `${other} ${between} ${about}`)).toEqual([other]);
  });
});

describe('it counts all the same', () => {
  it.each([
    ['where no other holds a word of the claim', CAMERA, POSTER],
    ['where it is the closest', CAMERA, `${POSTER} Rain fell. The camera was stolen. Wind rose. The camera was found.`],
    [
      'with two words of the claim',
      'The camera was designed by an intern.',
      'The camera of an intern was designed in May. Rain fell. An intern from Nairobi designed the poster of the exhibition.',
    ],
    ['where it goes on from its neighbour', CAMERA, `The camera is light. Rain fell. ${POSTER.replace('An', 'This')}`],
    ['beside a sentence with two words of the claim', CAMERA, `The camera comes from Finland. ${POSTER}`],
    ['before one', CAMERA, `${POSTER} The camera comes from Finland.`],
    [
      'where another such sentence has its nouns',
      CAMERA,
      `The camera is light. ${POSTER} Rain fell. An intern designed the box.`,
    ],
    [
      'where the word is a name',
      'The camera was made in Ikast.',
      'The camera is light. Rain fell. The poster of the intern hangs in Ikast.',
    ],
    [
      'where both words are nouns',
      'The camera has a strap.',
      'The camera is a light one. Rain fell. A strap from Kenya fits the suitcase of the intern.',
    ],
    [
      'with a small share of the words',
      `${CAMERA.slice(0, -1)} by Aino Virtanen, Mika Salo, Pekka Aalto and Sanna Laine.`,
      `The camera is light. Rain fell. ${POSTER}`,
    ],
  ])('%s', async (_, claim, source) => {
    expect(await strangers(claim, source)).toEqual([]);
  });
});
