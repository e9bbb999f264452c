import { describe, expect, it } from 'vitest';
import { extractFacts } from '../support/extract-facts.ts';

describe('a time of day', () => {
  it.each([
    ['It opens at 9:30.', ['start']],
    ['It closes early on Fridays at noon.', ['end']],
    ['You can swim until 10 p.m.', ['end']],
    ['The hours are from 9:30 to 13:00.', ['start', 'end']],
    ['Friday 8:00-12:00, Monday 8:00-16:30.', ['start', 'end', 'start', 'end']],
    ['It is staffed between 9 a.m. and 1 p.m.', ['start', 'end']],
    ['Closing time: 13:00.', ['end']],
    ['The concert starts at 8 p.m.', ['start']],
    ['It is open from 9 to 18.', ['start', 'end']],
    ['Mon-Fri 9-18, Sat 9-13.', ['start', 'end', 'start', 'end']],
    ['It closes at 5.', ['end']],
    ['It is open from 18 to 2.', ['start', 'end']],
    ['It is open from 18:00 to 02:00.', ['start', 'end']],
    ['It is open from 18 to 16.', []],
    ['It is open to children aged 6 to 12.', []],
    ['United beat City on Sunday 3 to 1.', []],
    ['It is open from 9 to 18 May.', []],
    ['It is open to 9 to 12 members.', []],
    ['It has 9 to 12 open seats.', []],
    ['It is open at 9:30.', [undefined]],
    ['The start-up team meets at 9:30.', [undefined]],
    ['The closed session is at 9:30.', [undefined]],
    ['The train leaves Ulm at 9:30 and arrives in Rome at 22:00.', ['start', 'end']],
    ['The shop opens early, and the class is at 9:30.', [undefined]],
  ])('%s', (text, edges) => {
    const times = extractFacts(text).filter(({ kind }) => kind === 'time');
    expect(times.map(({ edge }) => edge)).toEqual(edges);
  });
});
