import { wordKey } from '../../../text/index.ts';
import { listed, words } from './phrases.ts';

/** Verbs that say the same with their parties exchanged. */
export const SYMMETRIC: ReadonlySet<string> = new Set(
  [
    ...words(
      'marry meet merge border resemble face join equal match touch adjoin cross intersect accompany divorce kiss partner cooperate collaborate correspond connect overlap date wed encounter befriend see know talk speak chat play draw tie compete fight race hug embrace argue quarrel debate negotiate trade',
    ),
  ].map(wordKey),
);

/** Pairs of verbs for the two parties of one action: "lend" and "borrow ... from". */
const CONVERSES = listed(`
  lend borrow, give get, give receive, sell buy, pay receive, pay get, send receive, send get, teach learn
  supply get, supply receive, supply buy, provide get, provide receive`);

/** Verbs that the lexicon has as nouns. */
export const ROLE_VERBS = words('rent report supply visit follow guide host head coach employ help support trust lead');

/** The word for one of the two parties of a relation: a noun, or a verb with the part of its sentence that the other one is in. */
export interface RelationWord {
  readonly relation: string;
  /** The noun or the subject of the verb is the first of the two parties. */
  readonly isFirst: boolean;
  readonly other: 'owner' | 'object' | 'receiver' | 'beneficiary' | 'giver';
  /** Both parties are in the relation to each other: "neighbor". */
  readonly isMutual: boolean;
}

const PARTS = { '': 'owner', '+': 'object', '>to': 'receiver', '>for': 'beneficiary', '>from': 'giver' } as const;

/** Words for either party of a relation; "+" is behind verbs with an object, ">to" behind those with "to". */
const RELATION_WORDS = listed(`
  parent mother father | child son daughter
  grandparent grandmother grandfather | grandchild grandson granddaughter
  aunt uncle | nephew niece
  elder | junior
  superior boss supervisor manager manage+ supervise+ | subordinate report>to
  employer employ+ | employee work>for
  landlord landlady | tenant rent>from
  teacher teach+ | pupil student
  doctor | patient
  lender | borrower
  host | guest
  successor succeed+ | predecessor
  beat+ defeat+ | lose>to
  owner own+ | belong>to
  sibling sister brother
  spouse husband wife
  cousin
  neighbor neighbour
  colleague
  classmate`).map((line) => line.split(' | ').map((side) => side.split(' ')));

export const RELATIONS: ReadonlyMap<string, RelationWord> = new Map(
  RELATION_WORDS.flatMap((sides) =>
    sides.flatMap((side, i) =>
      side.map((written) => {
        const [, word = '', part = ''] = /^(\p{L}+)(\+|>to|>for|>from|)$/u.exec(written)!;
        const other = PARTS[part as keyof typeof PARTS];
        const read = { relation: sides[0]![0]!, isFirst: i === 0, other, isMutual: sides.length === 1 };
        return [other === 'owner' ? word : wordKey(word), read] as const;
      }),
    ),
  ),
);

export const CONVERSE_OF: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>();
  for (const pair of CONVERSES) {
    const [one = '', other = ''] = pair.split(' ').map(wordKey);
    for (const [from, to] of [[one, other] as const, [other, one] as const])
      found.set(from, (found.get(from) ?? new Set()).add(to));
  }
  return found;
})();
