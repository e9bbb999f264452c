import type { SurfaceReading } from '../rules/index.ts';
import { ONES, TENS } from '../rules/lexicon/number-words.ts';
import type { Placed } from './replacement.ts';

const NUMBER = `\\d{1,2}|${[...ONES.keys(), ...TENS.keys()].join('|')}`;
/** "A ten-year-old", "a boy of ten", "ten-year-old children": their age. */
const AGED = new RegExp(
  `\\b(?:(?<one>an?|the) )?(?:(?<old>${NUMBER})-year-olds?(?: (?:child|children|boys?|girls?))?|(?:child|boy|girl) (?:of|aged) (?<aged>${NUMBER})(?! to\\b))(?! (?:to|or|and)\\b)`,
  'iu',
);
/** "children under 12", "persons over 65", "kids up to six": a group by age. */
const GROUP = new RegExp(
  `\\b(?:children|kids|boys|girls|youths|persons|people|guests|visitors|adults) (?:(?:aged|who are) )?(?<bound>under|below|younger than|up to|over|above|older than) (?:the age of )?(?<limit>${NUMBER})\\b(?! (?:kg|cm|m|km|euros?|dollars?|months|weeks|days|percent)\\b|%)`,
  'giu',
);

/** True if a claim is about someone of an age. */
export function isOfAge({ text }: SurfaceReading): boolean {
  return AGED.test(text);
}

/**
 * "Children under 12" for "a ten-year-old", where that is the only group of a source by age: what holds of the group holds of one of it,
 * and the models contradict it because the numbers differ.
 */
export function ageGroupIn(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const found = AGED.exec(claim.text);
  if (found === null) return undefined;
  const { one, old, aged } = found.groups!;
  const groups = [...source.text.matchAll(GROUP)];
  const [group] = groups;
  if (group === undefined || new Set(groups.map(([words]) => words.toLowerCase())).size > 1) return undefined;
  const { bound = '', limit = '' } = group.groups!;
  const [age, edge] = [numberOf((old ?? aged)!), numberOf(limit)];
  const isUpper = /^(?:under|below|younger than|up to)$/i.test(bound);
  const isIn = isUpper ? age < edge || (age === edge && /^up to$/i.test(bound)) : age > edge;
  if (!isIn) return undefined;
  const words = group[0].toLowerCase();
  const written =
    one === undefined
      ? words
      : words.replace(/^\p{L}+/u, (noun) => `a ${SINGULAR.get(noun) ?? noun.replace(/s$/, '')}`);
  const isFirst = /^\p{Lu}/u.test(found[0]);
  return {
    at: found.index,
    own: found[0],
    written: isFirst ? written.charAt(0).toUpperCase() + written.slice(1) : written,
  };
}

const SINGULAR: ReadonlyMap<string, string> = new Map([
  ['children', 'child'],
  ['people', 'person'],
  ['adults', 'person'],
]);

function numberOf(number: string): number {
  const word = number.toLowerCase();
  return ONES.get(word) ?? TENS.get(word) ?? Number(word);
}
