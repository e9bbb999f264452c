import { words } from './phrases.ts';

/** Words that order values of some kinds. */
export interface Ordering {
  /** The measured quantity, as in `MEASURED`. */
  readonly measured: ReadonlySet<string>;
  readonly larger: ReadonlySet<string>;
  readonly smaller: ReadonlySet<string>;
  /** The sentence has one of these words, if there are any: "2 km from", "born in 1990". */
  readonly needs: ReadonlySet<string>;
  /** Words that the claim may have and the sentence lacks. */
  readonly says: ReadonlySet<string>;
}

/** A line for each: kinds, larger, smaller, needed words, words of the claim. The first is of the words next to it. */
const ORDERED = `
price weight temperature distance time value | more most higher highest | less least fewer fewest lower lowest
price | dearer dearest pricier priciest | cheaper cheapest | {price} | pay pays paid
weight | heavier heaviest | lighter lightest | weigh weighs weighed weight is are was were
speed | faster fastest quicker quickest | slower slowest
temperature | warmer warmest hotter hottest | colder coldest cooler coolest
distance | longer longest | shorter shortest | long length
distance | taller tallest | shorter shortest | tall height high
area | larger largest bigger biggest | smaller smallest | | is are was were area land large big
distance | wider widest | narrower narrowest | wide
distance | deeper deepest | shallower shallowest | deep
distance | further farther furthest farthest | closer closest nearer nearest | from away drove drive walked ran rode cycled swam flew
time | longer longest | shorter shortest | | take takes took
time | slower slowest | faster fastest quicker quickest | take takes took taken {race} | take takes took
time | behind after last | beat beats won wins win ahead before first | {race} | {race}
date | later latest after last | earlier earliest before first
date | newer newest younger youngest after last | older oldest before first | {begin} | {begin}
age | older oldest | younger youngest`;
const PRICE = 'cost costs price prices priced sell sells sold is are was were charge charges pay pays paid';
const RACE = 'finish finished finishes line race ran run swam final cross crossed arrive arrived';
const BEGIN =
  'born build built finish finished completed open opened found founded established created constructed launched dates made';

const listed = (list = '') => new Set(list.split(' ').filter((word) => word !== ''));

export const ORDERINGS: readonly Ordering[] = ORDERED.trim()
  .replaceAll('{price}', PRICE)
  .replaceAll('{race}', RACE)
  .replaceAll('{begin}', BEGIN)
  .split('\n')
  .map((line) => {
    const [measured, larger, smaller, needs, says] = line.split('|').map(listed);
    return {
      measured: measured!,
      larger: larger!,
      smaller: smaller!,
      needs: needs ?? listed(),
      says: says ?? listed(),
    };
  });

/** Words of a claim about the one that is first or last of all. */
export const ENDS = words('most least first last won wins win');
/** Words between the two things that they compare. */
export const BETWEEN = words('before after beat beats ahead behind');

/** Kinds and units of facts by what they measure, which is the name of their column: a claim may have it. */
export const MEASURED: Readonly<Partial<Record<string, string>>> = {
  money: 'price',
  kg: 'weight',
  degC: 'temperature',
  degree: 'temperature',
  m: 'distance',
  m2: 'area',
  'm/day': 'speed',
  day: 'time',
  clock: 'time',
  date: 'date',
};

/** Words between "as" and "as", by what is measured. */
export const AS_MUCH: Readonly<Partial<Record<string, ReadonlySet<string>>>> = {
  area: words('large big'),
  distance: words('far long tall high wide deep'),
  weight: words('heavy'),
  time: words('long'),
  age: words('old'),
  price: words('expensive'),
  speed: words('fast'),
};

const ADJECTIVES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({ ...AS_MUCH, price: words('expensive dear'), speed: words('fast quick slow') }).map(
    ([measured, list]) => [measured, list!],
  ),
);

/** The quantities, as in `MEASURED`, that "cheaper", "as heavy" and "faster" order; undefined for words of any quantity. */
export function measuredBy(word: string): ReadonlySet<string> | undefined {
  const ordered = ORDERINGS.slice(1).flatMap(({ measured, larger, smaller }) =>
    larger.has(word) || smaller.has(word) ? [...measured] : [],
  );
  const positive = [...ADJECTIVES].flatMap(([measured, list]) => (list.has(word) ? [measured] : []));
  const found = new Set([...ordered, ...positive]);
  if (found.has('speed')) found.add('time');
  return found.size > 0 && !OF_ANY.has(word) ? found : undefined;
}

/** "Larger" and "higher" are of any quantity, "longer" and "shorter" of two. */
const OF_ANY = words(
  'larger largest bigger biggest smaller smallest higher lower large big high before after last first ahead behind beat beats won wins win later earlier',
);

/** Verbs that are nouns elsewhere. */
export const VERBS_AS_NOUNS = words('costs cost dates measures charges ranks');
/** A sentence with one of these does not state its values as facts, or not for all cases and times. */
export const UNSURE = words(
  `if unless would could might may should shall will plan plans planned expected expects estimated hopes allegedly reportedly
  said says say claimed claims asked wanted whether instead former formerly previously earlier originally about`,
);
/** Values next to these are differences, or losses. */
export const OFFSETS = words(
  'than more less fewer ago before after later off discount save saves saved loss lost debt owes',
);
