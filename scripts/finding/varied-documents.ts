import type { ReadDocument } from '../../src/documents/document.ts';
import { textDocument } from './labelled-folder.ts';

const FRONT = ['Lor', 'Bran', 'Ost', 'Kel', 'Vin', 'Mar', 'Tor', 'Hel', 'Dun', 'Ras'];
const BACK = ['wick', 'holm', 'ford', 'stad', 'berg', 'mouth', 'field', 'haven', 'dale', 'by'];
const PLACES = FRONT.flatMap((front) => BACK.map((back) => front + back));
const THINGS = 'pumps valves lamps bicycles chairs clocks engines bottles carpets cables windows tractors'.split(' ');
const NAMES = [
  'Ada Brandt',
  'Lotte Vermeer',
  'Pavel Horak',
  'Yvonne Adler',
  'Samir Haddad',
  'Ines Duarte',
  'Mina Sato',
];

/** Numbers from 0 up to a bound, the same in each run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function variedSentence(next: (below: number) => number, place = PLACES[next(PLACES.length)]!): string {
  const [thing, name] = [THINGS[next(THINGS.length)]!, NAMES[next(NAMES.length)]!];
  const [count, year] = [20 + next(9_000), 1900 + next(125)];
  return [
    `The plant in ${place} employs ${count} people.`,
    `The town of ${place} was founded by ${name} in ${year}.`,
    `${place} exports ${thing} to ${2 + next(60)} countries.`,
    `In ${year} the works in ${place} made ${count} ${thing} a week.`,
    `The harbour of ${place} was closed for ${2 + next(30)} days in ${year}.`,
    `${name} bought the ${thing} works of ${place} for ${count} euros.`,
  ][next(6)]!;
}

/** Documents of twenty sentences about one place each. */
export function* variedDocuments(sentences: number): Generator<ReadDocument> {
  const next = numbers(1);
  for (let i = 0; i * 20 < sentences; i++) {
    const place = PLACES[next(PLACES.length)]!;
    const text = Array.from({ length: 20 }, () => variedSentence(next, place)).join(' ');
    yield textDocument(`${i}.txt`, text);
  }
}
