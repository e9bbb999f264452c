import type { Token } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { RELATIONS, type RelationWord } from '../lexicon/role-verbs.ts';
import type { SurfaceReading } from '../reading.ts';
import { actionsIn, BE, parties, party } from './actions.ts';

/** Who stands in which relation to whom: "Ute is Karl's daughter" says the same as "Karl is Ute's father". */
export interface Related extends RelationWord {
  /** The party that the noun names or that is the subject of the verb, and the other one: their lemmas. */
  readonly own: readonly string[];
  readonly others: readonly string[];
  /** The places of the words for the relation, without the parties: "older sister", "lost". */
  readonly from: number;
  readonly at: number;
  readonly isPassive: boolean;
}

/** Tokens from "is" to the noun: "is Anna Berg's older sister". */
const REACH = 6;
const SIBLINGS = words('sister brother sibling');
/** One of two siblings is older. */
const AGES: ReadonlyMap<string, string> = new Map([
  ...['older', 'elder', 'big'].map((word) => [word, 'elder'] as const),
  ...['younger', 'little'].map((word) => [word, 'junior'] as const),
]);

/** The relations of two parties that a text states. */
export const relationsIn = oncePer((reading: SurfaceReading): readonly Related[] => {
  const ofVerbs = [...actionsIn(reading).values()].flat().flatMap(({ verb, doer, at, isPassive, ...parts }) => {
    const word = RELATIONS.get(verb);
    if (word === undefined || word.other === 'owner') return [];
    const others = parts[word.other];
    // "Reported the theft to the police"
    const isOther = word.other !== 'object' && word.other !== 'giver' && parts.object.length > 0;
    return others.length === 0 || isOther ? [] : [{ ...word, own: doer, others, from: at, at, isPassive }];
  });
  const { tokens } = reading;
  return [...ofVerbs, ...tokens.flatMap((_, at) => ofNounAt(tokens, at) ?? olderAt(tokens, at) ?? [])];
});

/** "Elke is the aunt of Ruben", "Elke is Ruben's aunt", "Ruben's aunt is Elke". */
function ofNounAt(tokens: readonly Token[], at: number): Related | undefined {
  const age = ageOfSibling(tokens, at);
  const word = RELATIONS.get(age ?? tokens[at]!.lemma);
  if (word?.other !== 'owner') return undefined;
  const isBe = (i: number) => BE.has(tokens[i]?.lower ?? '') && tokens[i]!.sentence === tokens[at]!.sentence;
  const near = Array.from({ length: REACH }, (_, i) => at - 1 - i);
  const be = near.find(isBe) ?? -1;
  const owner = near.slice(0, 3).find((i) => i > be && /['’]s?$/.test(tokens[i]?.text ?? '')) ?? -1;
  const owned = owner < 0 ? [] : party(tokens.slice(0, owner + 1).slice(be + 1), owner - be - 1, -1);
  const others = tokens[at + 1]?.lower === 'of' ? parties(tokens, at + 2) : owned;
  const own = be > 0 ? party(tokens, be - 1, -1) : owned.length > 0 && isBe(at + 1) ? party(tokens, at + 2, 1) : [];
  if (others.length === 0 || own.length === 0) return undefined;
  return { ...word, own, others, from: age === undefined ? at : at - 1, at, isPassive: false };
}

/** "Finn is older than Nora". */
function olderAt(tokens: readonly Token[], at: number): Related | undefined {
  const word = RELATIONS.get(AGES.get(tokens[at]!.lower) ?? '');
  if (word === undefined || tokens[at + 1]?.lower !== 'than' || !BE.has(tokens[at - 1]?.lower ?? '')) return undefined;
  const [own, others] = [
    at < 2 ? [] : party(tokens, at - 2, -1),
    tokens[at + 2] === undefined ? [] : party(tokens, at + 2, 1),
  ];
  return own.length * others.length === 0
    ? undefined
    : { ...word, own, others, from: at, at: at + 1, isPassive: false };
}

function ageOfSibling(tokens: readonly Token[], at: number): string | undefined {
  return SIBLINGS.has(tokens[at]!.lemma) ? AGES.get(tokens[at - 1]?.lower ?? '') : undefined;
}

/** "same" if two words say the same of the same two parties, "exchanged" if each is in the other's place. */
export function comparedRelation(one: Related, other: Related): 'same' | 'exchanged' | undefined {
  if (one.relation !== other.relation) return undefined;
  const [own, others] = one.isFirst === other.isFirst ? [other.own, other.others] : [other.others, other.own];
  if (isParty(one.own, own) && isParty(one.others, others)) return 'same';
  if (!isParty(one.own, others) || !isParty(one.others, own)) return undefined;
  return one.isMutual ? 'same' : 'exchanged';
}

/** "Dana" and "Dana Ilves". */
export function isParty(one: readonly string[], other: readonly string[]): boolean {
  return one.includes(other.at(-1)!) || other.includes(one.at(-1)!);
}
