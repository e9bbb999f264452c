import { words } from './phrases.ts';

/** Kinds and units of facts by what they measure. */
const MEASURED: Readonly<Partial<Record<string, string>>> = {
  money: 'price',
  kg: 'weight',
  degC: 'temperature',
  degree: 'temperature',
  m: 'distance',
  'm/day': 'speed',
  day: 'time',
  date: 'date',
};

/** Words that compare values of some quantities only. */
const ORDERING: readonly (readonly [measured: string, list: ReadonlySet<string>])[] = [
  ['price', words('dearer dearest pricier priciest cheaper cheapest expensive dear')],
  ['weight', words('heavier heaviest lighter lightest heavy')],
  ['speed', words('faster fastest quicker quickest slower slowest fast quick slow')],
  ['temperature', words('warmer warmest hotter hottest colder coldest cooler coolest')],
  [
    'distance',
    words(
      `longer longest shorter shortest taller tallest wider widest narrower narrowest deeper deepest shallower shallowest further farther
      furthest farthest closer closest nearer nearest far long tall wide deep`,
    ),
  ],
  [
    'time',
    words('longer longest shorter shortest slower slowest faster fastest quicker quickest fast quick slow long'),
  ],
  ['date', words('newer newest younger youngest older oldest earliest latest')],
];

/** The quantities, as in `MEASURED`, that "cheaper", "as heavy" and "faster" compare; undefined for words of any quantity. */
export function measuredBy(word: string): ReadonlySet<string> | undefined {
  const found = ORDERING.flatMap(([measured, list]) => (list.has(word) ? [measured] : []));
  return found.length > 0 ? new Set(found) : undefined;
}

/** The quantity that an amount measures, as in `MEASURED`; "value" for a count. */
export function measuredOf({ kind, unit }: { readonly kind: string; readonly unit: string }): string {
  return MEASURED[kind === 'money' ? kind : unit] ?? 'value';
}
