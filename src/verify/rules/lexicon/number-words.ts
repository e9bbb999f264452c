import { listed, words } from './phrases.ts';

function numbered(list: string, valueAt: (index: number) => number): ReadonlyMap<string, number> {
  return new Map([...words(list)].map((word, i) => [word, valueAt(i)] as const));
}

/** Words with their values: "hundred 100, thousand 1e3". */
function valued(list: string): ReadonlyMap<string, number> {
  return new Map(
    listed(list).map((row) => {
      const [word = '', value] = row.split(' ');
      return [word, Number(value)] as const;
    }),
  );
}

/** 0 to 19. */
export const ONES = numbered(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`,
  (i) => i,
);
export const TENS = numbered('twenty thirty forty fifty sixty seventy eighty ninety', (i) => (i + 2) * 10);
export const SCALES = valued(`
  hundred 100, thousand 1e3, k 1e3, lakh 1e5, lakhs 1e5, million 1e6, mn 1e6, crore 1e7, crores 1e7, billion 1e9,
  bn 1e9, trillion 1e12, tn 1e12, dozen 12`);
/** At least so many. */
export const VAGUE = valued('dozens 24, hundreds 200, thousands 2000, millions 2e6, billions 2e9');

/** 1st to 19th. */
export const ORDINAL_ONES = numbered(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
  sixteenth seventeenth eighteenth nineteenth`,
  (i) => i + 1,
);
export const ORDINAL_TENS = numbered(
  'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth',
  (i) => (i + 2) * 10,
);
export const ORDINAL_SCALES = valued('hundredth 100, thousandth 1e3, millionth 1e6, billionth 1e9');

/** Names of one part of a whole: "a third", "one eighth". */
const PART: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['quarter', 4],
  ...[...ORDINAL_ONES, ...ORDINAL_TENS, ...ORDINAL_SCALES].filter(([, value]) => value > 2),
]);
/** Into how many equal parts a whole is cut, by the name of one part or of several. */
export const PARTS: ReadonlyMap<string, number> = new Map(
  [...PART].flatMap(([word, value]) => [
    [word, value] as const,
    [word === 'half' ? 'halves' : `${word}s`, value] as const,
  ]),
);
/** Signs for a part of a whole. */
export const PART_SIGNS: ReadonlyMap<string, number> = new Map([
  ['½', 1 / 2],
  ['¼', 1 / 4],
  ['¾', 3 / 4],
  ['⅓', 1 / 3],
  ['⅔', 2 / 3],
]);

/** How many times as much. */
export const MULTIPLES = valued(`
  twice 2, double 2, doubled 2, doubling 2, twofold 2, halved 0.5, thrice 3, triple 3, tripled 3, threefold 3, quadrupled 4,
  tenfold 10`);

/** Endings of an ordinal in digits: "21st". */
export const ORDINAL_ENDINGS = words('st nd rd th');

/** Words whose number names a thing and counts none: "Section 5", "page 3". */
export const LABELS =
  words(`section chapter article page pages figure fig table act type grade level class route highway interstate
  flight vol part step room rule item version stage group appendix paragraph clause question line channel
  psalm verse size no nos number series category tier gate pier platform block district ward apollo boeing
  airbus`);

/** Behind "of" they stand for what was counted before: "30 laptops, ten of them". */
export const OF_THEM = words('them whom which these those');
