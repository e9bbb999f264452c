import { partOfSpeech, type Token } from '../../text/index.ts';
import { lemmaOrWord, orderOfSteps, type SurfaceReading } from '../rules/index.ts';
import { ONES, TENS } from '../rules/lexicon/number-words.ts';
import { words } from '../rules/lexicon/phrases.ts';
import type { Placed } from './replacement.ts';

/** Words that say the same with both sides exchanged: "A is heavier than B", "B is lighter than A". */
const OPPOSITES =
  `heavier lighter, older younger, taller shorter, longer shorter, bigger smaller, larger smaller, greater smaller,
faster slower, quicker slower, higher lower, deeper shallower, wider narrower, thicker thinner, warmer colder, hotter cooler,
dearer cheaper, pricier cheaper, more expensive_cheaper, richer poorer, stronger weaker, better worse, newer older, harder easier,
later earlier, louder quieter, wetter drier, brighter darker, more less, fewer more`
    .split(/,\s+/)
    .map((pair) => pair.split(pair.includes('_') ? '_' : ' ') as [string, string]);
const SIDES: readonly (readonly [string, string])[] = [
  ['north of', 'south of'],
  ['east of', 'west of'],
  ['to the left of', 'to the right of'],
  ['above', 'below'],
  ['in front of', 'behind'],
];

/** Opposites of words; of several the first. */
const OPPOSITE_OF: ReadonlyMap<string, string> = new Map(
  [...OPPOSITES, ...SIDES].toReversed().flatMap(([one, other]) => [
    [other, one],
    [one, other],
  ]),
);

const alternatives = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|');
const BETWEEN = '[^,;:()]{1,120}?';
const VERB =
  '(?:is|are|was|were|lies|lie|lay|stands|stand|weighs?|costs?|takes?|took|lasts?|came|went|grew|rose|has|have|had)';
const THAN = new RegExp(
  `^(?<one>${BETWEEN}) (?<verb>${VERB}) (?<relation>${alternatives(OPPOSITES.flat())})(?<thing>(?: \\p{L}+){0,2}?) than (?<other>${BETWEEN})(?: (?:is|are|was|were|does|do|did|has|have|had))?[.!]?$`,
  'iu',
);
const SIDE = new RegExp(
  `^(?<one>${BETWEEN}) (?<verb>${VERB}(?: located| situated)?) (?:just |directly )?(?<relation>${alternatives(SIDES.flat())}) (?<other>${BETWEEN})[.!]?$`,
  'iu',
);
const ORDER = new RegExp(`^(?<one>${BETWEEN}) (?<relation>before|after) (?<other>${BETWEEN})[.!]?$`, 'iu');
/** The verb of an event says no more than that it happened. */
const HAPPENED = / (?:came|was|is|took place|happened|occurred|was held)$/i;

/** True if a claim has a word between two sides that may be exchanged. */
export function mayMirror({ text, negations }: SurfaceReading): boolean {
  return negations.length === 0 && /\b(?:than|of|above|below|behind|before|after)\b/i.test(text);
}

/**
 * The claim with both sides exchanged, if a sentence of the source has them in that order: the models compare "The flat is cheaper
 * than the house" with "The house costs more than the flat" by its words, and contradict it.
 */
export function mirroredIn(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  if (!mayMirror(claim)) return undefined;
  const text = claim.text.trim();
  const compared = THAN.exec(text)?.groups ?? SIDE.exec(text)?.groups;
  const ordered = compared === undefined ? ORDER.exec(text)?.groups : undefined;
  const { one: whole = '', other = '', relation = '' } = compared ?? ordered ?? {};
  const one = compared === undefined ? whole.replace(HAPPENED, '') : whole;
  const sides = [wordsOf(one, claim), wordsOf(other, claim)] as const;
  const [mine, theirs] = [without(sides[0], sides[1]), without(sides[1], sides[0])];
  if (mine.size === 0 || theirs.size === 0) return undefined;
  const own = text.replace(/[.!]$/, '');
  const placed = (written: string) => ({ at: claim.text.indexOf(own), own, written: capital(written) });
  if (compared !== undefined) {
    const { verb = '', thing = '' } = compared;
    const isThan = !SIDES.flat().includes(relation.toLowerCase());
    const connects = isThan ? isThanAt : isSideAt;
    const left = new Set([...sides[1], ...wordsOf(thing.trim(), claim)]);
    const isPlain = (tokens: readonly Token[], at: number) => {
      const [before, behind] = clausesAround(tokens, at);
      return saysOnly(before, left, STATED) && saysOnly(behind, sides[0]);
    };
    const isFound = connects(relation.toLowerCase());
    if (!isReversed(source, (tokens, at) => isFound(tokens, at) && isPlain(tokens, at), [mine, theirs]))
      return undefined;
    return placed(`${other} ${verb} ${oppositeOf(relation, thing)}${thing}${isThan ? ' than' : ''} ${inner(one)}`);
  }
  const before = relation.toLowerCase() === 'before';
  const opposite = before ? 'after' : 'before';
  if (orderOfSteps(claim, source) === 'same')
    return placed(before ? `${whole}, then ${inner(other)}` : `${other}, then ${inner(whole)}`);
  const found = orderIn(source, opposite, [mine, theirs], new Set([...sides[0], ...sides[1]]));
  if (found === undefined) return undefined;
  const second = hasVerb(other) ? other : `${other} came`;
  return placed(
    found === 'fronted' ? `${opposite} ${inner(one)}, ${inner(second)}` : `${second} ${opposite} ${inner(one)}`,
  );
}

function oppositeOf(relation: string, thing: string): string {
  const lower = relation.toLowerCase();
  if (lower === 'more' && thing !== '') return thing.endsWith('s') ? 'fewer' : 'less';
  return OPPOSITE_OF.get(lower)!;
}

/** The words of two sides. */
type Sides = readonly [ReadonlySet<string>, ReadonlySet<string>];

/** Tests a connecting word of a sentence that has the opposite of the claim's relation, or more or less of what it compares. */
type Connects = (tokens: readonly Token[], at: number) => boolean;

/** Relations, and the verbs of sentences that say the same by more or less: "costs 200 euros more than". */
const MEASURES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:cheaper|dearer|pricier|more expensive)$/, /^(?:cost|price|charge|pay)$/],
  [/^(?:heavier|lighter)$/, /^weigh$/],
];
/** Tokens before "than" that hold its adjective: "200 euros a month more than". */
const ADJECTIVE_REACH = 6;

const isThanAt = (relation: string): Connects => {
  const opposites = OPPOSITES.flatMap(([one, other]) => (one === relation ? [other] : other === relation ? [one] : []));
  const wanted = new Set(opposites.map((words) => words.split(' ').at(-1)!));
  const measure = MEASURES.find(([relations]) => relations.test(relation))?.[1];
  return (tokens, at) => {
    if (tokens[at]!.lower !== 'than') return false;
    const before = tokens.slice(Math.max(0, at - ADJECTIVE_REACH), at);
    const isMeasured = () =>
      before.some(({ lower }) => lower === 'more' || lower === 'less') &&
      tokens.some(({ lemma, sentence }) => sentence === tokens[at]!.sentence && measure?.test(lemma));
    return before.some(({ lower }) => wanted.has(lower)) || isMeasured();
  };
};

const isSideAt = (relation: string): Connects => {
  const opposite = OPPOSITE_OF.get(relation)!.split(' ');
  return (tokens, at) => {
    const { lower } = tokens[at]!;
    return lower !== 'of' && lower !== 'to' && lower !== 'the' && lower !== 'in' && opposite.includes(lower);
  };
};

/** Tokens that are read on each side of a connecting word. */
const REACH = 25;

/** True if a sentence has words of the other side before the connecting word and of the first behind it, and not the other way. */
function isReversed({ tokens }: SurfaceReading, connects: Connects, [mine, theirs]: Sides): boolean {
  return tokens.some((_, at) => connects(tokens, at) && areReversed(besides(tokens, at), [mine, theirs]));
}

/** Words that a comparison may have besides its two sides. */
const STATED: ReadonlySet<string> = new Set([
  ...[...OPPOSITES.flat(), ...SIDES.flat()].flatMap((words) => words.split(' ')),
  ...words('cost weigh take last lie flow have much far slightly little bit even just right directly'),
]);
/** Words that may be said of an event that comes before or after another. */
const HAPPENS = words('hold take place come happen occur begin start open give hit carry publish');
const UNITS =
  /^(?:second|minute|hour|day|week|month|year|percent|point|degree|cm|km|m|metre|meter|mile|kg|g|gram|euro|dollar|pound)$/;
/** They say that something seems so, or is so at times. */
const HEDGED =
  /^(?:only|seem\w*|look\w*|sometimes|often|usually|rarely|never|perhaps|may|might|could|would|if|unless)$/;

/** The tokens of the clause before and behind a connecting word. */
function clausesAround(tokens: readonly Token[], at: number): readonly [readonly Token[], readonly Token[]] {
  const isEnd = ({ type, text, sentence }: Token) =>
    sentence !== tokens[at]!.sentence || type === 'break' || (type === 'symbol' && /^[,;:()–—.]$/.test(text));
  const upTo = (side: readonly Token[]) => {
    const end = side.findIndex(isEnd);
    return end < 0 ? side : side.slice(0, end);
  };
  return [upTo(tokens.slice(Math.max(0, at - REACH), at).reverse()), upTo(tokens.slice(at + 1, at + 1 + REACH))];
}

/** True if a clause has no content besides the words of one side and some others, which may have amounts next to them. */
function saysOnly(clause: readonly Token[], side: ReadonlySet<string>, others?: ReadonlySet<string>): boolean {
  return clause.every((token) => {
    const { type, text, lower, lemma } = token;
    const key = lemmaOrWord(token);
    if (HEDGED.test(text) || (type === 'word' && /['’]s?$/.test(text))) return false;
    if (type === 'symbol' || side.has(key) || key === 'one') return true;
    if (lemma === '' && type === 'word')
      return !/^\p{Lu}/u.test(text) || token === clause.at(-1) || token === clause[0];
    const isNumber = type === 'number' || ONES.has(lower) || TENS.has(lower);
    return others !== undefined && (isNumber || others.has(key) || others.has(lower) || UNITS.test(key));
  });
}

function areReversed([left, right]: Sides, [mine, theirs]: Sides): boolean {
  const [reversed, straight] = [shared(left, theirs), shared(left, mine)];
  const [reversedToo, straightToo] = [shared(right, mine), shared(right, theirs)];
  return reversed > 0 && reversedToo > 0 && reversed + reversedToo > straight + straightToo;
}

/** Where a sentence has the connecting word with both sides around it, or behind it where it opens the sentence and the claim's first side follows. */
function orderIn(
  { tokens, words }: SurfaceReading,
  connecting: 'before' | 'after',
  [mine, theirs]: Sides,
  all: ReadonlySet<string>,
): 'between' | 'fronted' | undefined {
  if (words.has(connecting === 'before' ? 'after' : 'before')) return undefined;
  for (const [at, { lower }] of tokens.entries()) {
    if (lower !== connecting || /^(?:that|this|which|it)$/.test(tokens[at + 1]?.lower ?? '')) continue;
    const [left, right] = besides(tokens, at);
    // Another event of the two says nothing: "after the roof was inspected".
    if (shared(left, all) + shared(right, without(all, left)) < all.size) continue;
    const [before, behind] = clausesAround(tokens, at);
    const isFirst = tokens[at - 1]?.sentence !== tokens[at]!.sentence;
    // "After dinner they watched a film": the first side of the claim follows first.
    if (isFirst && shared(right, mine) > 0 && shared(right, theirs) > 0 && saysOnly(behind, all, HAPPENS))
      return mine.has([...right].find((word) => mine.has(word) || theirs.has(word))!) ? 'fronted' : undefined;
    const isPlain = saysOnly(behind, mine) && saysOnly(before, all, HAPPENS);
    if (isPlain && areReversed([left, right], [mine, theirs])) return 'between';
  }
  return undefined;
}

/** The words of its sentence before and behind a token. */
function besides(tokens: readonly Token[], at: number): Sides {
  const isBeside = ({ sentence }: Token) => sentence === tokens[at]!.sentence;
  const left = tokens.slice(Math.max(0, at - REACH), at).filter(isBeside);
  const right = tokens.slice(at + 1, at + 1 + REACH).filter(isBeside);
  return [new Set(left.map(lemmaOrWord)), new Set(right.map(lemmaOrWord))];
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}

function shared(words: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  return [...wanted].filter((word) => words.has(word)).length;
}

/** Content words, numbers and names, also one of a letter or a month. */
function wordsOf(part: string, { text, tokens }: SurfaceReading): ReadonlySet<string> {
  const from = text.indexOf(part);
  const within = tokens.filter(({ start, end }) => from <= start && end <= from + part.length);
  const isContent = ({ lemma, type, text: word, start }: Token) =>
    (lemma !== '' && lemma !== 'one') || type === 'number' || (/^\p{Lu}/u.test(word) && word !== 'I' && start > 0);
  return new Set(within.filter(isContent).map(lemmaOrWord));
}

function hasVerb(words: string): boolean {
  return words.split(/\s+/).some((word) => ['VERB', 'AUX'].includes(partOfSpeech(word.toLowerCase()) ?? ''));
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Inside a sentence a word of the lexicon is not capitalized. */
function inner(words: string): string {
  const [first = ''] = words.split(' ', 1);
  const isName = first === 'I' || ['PROPN', undefined].includes(partOfSpeech(first.toLowerCase()));
  return isName ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
