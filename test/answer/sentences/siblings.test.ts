import { describe, expect, it } from 'vitest';
import { otherSources } from '../../../src/answer/sentences/siblings.ts';
import { splitSources } from '../../../src/answer/sources.ts';
import { readSources } from '../../../src/verify/read/read-source.ts';
import { fakeEncoder } from '../../support/fake-encoder.ts';
import { sourcesOf } from '../support/answer-on.ts';

const noPause = async () => {};

/** The ids of the sources that each sentence of an answer is not about. */
async function othersIn(texts: readonly string[], sentences: readonly string[]): Promise<number[][]> {
  const split = await splitSources(sourcesOf(...texts), noPause);
  const sources = await readSources(split, { encoder: fakeEncoder(), parts: [] }, noPause);
  const others = otherSources(sources, sentences.join(' '));
  return sentences.map((sentence) => [...others(sentence)].map((number) => number + 1).sort());
}

const PLAN = [
  'Deleted boards: Team plan\n\nThey stay for 30 days.',
  'Deleted boards: Pro plan\n\nThey stay for 90 days.',
];
const RACE = [
  'Half Marathon 2025: entry\n\nEntry costs 48 euros.',
  'Half Marathon 2024: entry\n\nEntry cost 42 euros.',
];
const LEAVE = [
  'Leave policy: Austria\n\nThe leave lasts at least two months.',
  'Leave policy: Germany\n\nThe leave lasts up to three years.',
];
const INHALER = [
  'Respifen 100 inhaler: dosage\n\nAdults inhale two puffs.',
  'Respifen Junior inhaler: dosage\n\nChildren inhale one puff. It holds 60 puffs.',
];
const CARD = [
  'Corvane Classic card: fees\n\nA withdrawal costs 4 euros.',
  'Corvane Premium card: fees\n\nWithdrawals are free.',
];
const MILEAGE = ['Mileage: private vehicles\n\nIt is 52 cents.', 'Mileage: company vehicles\n\nIt is 18 cents.'];
const TRIAL = [
  'NORDLYS trial: results\n\nNurses slept longer.',
  'HELIOS trial: results\n\nWorkers made fewer errors.',
  'Comment on NORDLYS\n\nTwo researchers praise it.',
];
const DIVISION = [
  'Morvane Tools division: second quarter of 2025\n\nRevenue fell by 4 percent.',
  'Morvane Garden division: second quarter of 2025\n\nRevenue rose by 15 percent.',
];
const VERSION = ['Lumabase 7.2 release notes\n\nNew: backups.', 'Lumabase 7.1 release notes\n\nNew: indexes.'];
const WARD = ['Ward 7: team meeting\n\nNights end at 7 am.', 'Ward 9: team meeting\n\nNights end at 6 am.'];

describe('a source about a sibling', () => {
  it.each([
    [PLAN, 'On the Team plan boards stay for 30 days.', [2]],
    [PLAN, 'The Pro plan keeps them longer.', [1]],
    [RACE, 'In 2025 entry costs 48 euros.', [2]],
    [RACE, 'Entry to the Half Marathon 2024 was cheaper.', [1]],
    [LEAVE, 'In Austria the leave lasts two months.', [2]],
    [INHALER, 'A Respifen 100 canister contains 60 puffs.', [2]],
    [INHALER, 'Respifen Junior holds 60 puffs.', [1]],
    [CARD, 'With the Classic card a withdrawal costs 4 euros.', [2]],
    [MILEAGE, 'For private vehicles you get 52 cents.', [2]],
    [TRIAL, 'NORDLYS found that nurses slept longer.', [2]],
    [TRIAL, 'In HELIOS, workers made fewer errors.', [1]],
    [DIVISION, "Revenue of Morvane's Tools division fell.", [2]],
    [VERSION, 'Lumabase 7.2 brings backups.', [2]],
    [
      ['Notes for Android\n\nOn Android it is new.', 'Notes for iOS\n\nOn iOS it is old.'],
      'On Android it is new.',
      [2],
    ],
    [WARD, 'On Ward 7 nights end at 7 am.', [2]],
  ])('%j: %s %j', async (texts, sentence, ids) => {
    expect(await othersIn(texts, [sentence])).toEqual([ids]);
  });

  it.each([
    [PLAN, ['On the Team plan boards stay.', 'Any member can restore them.'], [[2], [2]]],
    [RACE, ['The Half Marathon 2025 is in September.', 'You have to be 18.'], [[2], [2]]],
    [LEAVE, ['In Austria the leave is short.', 'It lasts two months.'], [[2], [2]]],
    [TRIAL, ['They slept longer.', 'So says NORDLYS.'], [[2], [2]]],
    [DIVISION, ['The Tools division shrank, while Garden grew.', 'Costs rose.'], [[], []]],
    [DIVISION, ['The Tools division shrank.', 'Its costs rose.', 'The Garden division grew.'], [[2], [2], [1]]],
    [DIVISION, ['The Tools division shrank.', "The division's costs rose.", 'Then Garden grew.'], [[2], [2], [1]]],
    [DIVISION, ['The Tools division shrank.', 'The new drill sold well.', 'Then Garden grew.'], [[2], [], [1]]],
  ])('%j: the answer %j tells which is meant', async (texts, sentences, ids) => {
    expect(await othersIn(texts, sentences)).toEqual(ids);
  });

  it.each([
    ['both are named', LEAVE, ['Austria is stricter than Germany.']],
    ['none is named', LEAVE, ['The leave lasts two months.']],
    ['the other one is meant without its name', RACE, ['The Half Marathon 2025 is dearer than the year before.']],
    [
      '"previous"',
      RACE,
      ['The previous edition of the race was cheaper than that of 2025.', 'Entry for 2024 was less.'],
    ],
    ['a version that one comes from', VERSION, ['Since you are on 7.1, backups are new.', 'Get 7.2.']],
    ['other words in small letters', INHALER, ['Adults inhale two puffs.']],
    ['a number that names nothing', WARD, ['All 7 nurses were there.']],
    [
      'topics of one thing',
      ['Respifen: warnings\n\nRinse.', 'Respifen: dosage\n\nTwo puffs.'],
      ['Respifen needs two puffs.'],
    ],
    [
      'topics with a name',
      ['Aarvig ferry: Pets\n\nDogs pay.', 'Aarvig ferry: Cars\n\nCars pay.'],
      ['The ferry takes dogs.'],
    ],
    [
      'years of two topics',
      ['Falkenau: season 2024\n\nThird.', 'Falkenau: squad 2025\n\nRiedl left.'],
      ['After 2024 Riedl left.'],
    ],
    [
      'the name is in the other text too',
      ['Returns: Belgium\n\nFree.', 'Returns: Spain\n\nAs in Belgium.'],
      ['In Belgium it is free.'],
    ],
    [
      'one place and two things',
      ['Harwick Borough: sofas\n\nFree.', 'Harwick depot, Dock Road\n\nOpen.'],
      ['Dock Road is open.'],
    ],
    ['titles of two kinds', ['Returns: Belgium\n\nFree.', 'Repairs: Spain\n\nSlow.'], ['In Belgium they are free.']],
    ['no titles', ['Entry in 2025 costs 48 euros.', 'Entry in 2024 cost 42 euros.'], ['In 2025 it costs 48 euros.']],
    ['a title of words alone', ['Get Started\n\nBuy it.', 'Get Help\n\nCall us.'], ['Help is there.']],
    ['one source', ['Returns: Belgium\n\nFree.'], ['In Belgium they are free.']],
    ['no sentence', LEAVE, ['']],
  ])('none where %s', async (_, texts, sentences) => {
    const others = await othersIn(texts, sentences);
    expect(others[0]).toEqual([]);
  });
});
