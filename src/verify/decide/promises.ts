import { type ExaminedDocument, type ExaminedSpan, isIn } from '../examine/features.ts';
import type { Objection } from '../rules/index.ts';

/** A rule that holds whatever the model says: where it does, a span cannot count as entailed. */
interface PromiseRow {
  /** A claim and a source for which it holds, with the verdict that it rules out. */
  readonly example: string;
  /** Why the span is not supported, for the reasoning; left out where a difference of the words says it. */
  readonly why?: string;
  /** Left out where it is the objection of this name to the sentence that supports the span most. */
  readonly holds?: (span: ExaminedSpan, document: ExaminedDocument) => boolean;
  /** The span is not entailed, and contradicted as probably as a span is that is not entailed, or as both together. */
  readonly rulesOut?: 'both' | 'contradiction';
  /** Where it is true of a document, the span is not called contradicted either. */
  readonly undecided?: (document: ExaminedDocument) => boolean;
  /** Where it is true of a document, the span is not called contradicted, and what supports it counts as before. */
  readonly uncontradicted?: (document: ExaminedDocument) => boolean;
  /** Where it is true of a document, the span is entailed with even odds at most: what supports it counts, and does not pass. */
  readonly weakens?: (document: ExaminedDocument) => boolean;
  /** Where it is true of a document, the span is entailed, unless another promise holds against it. */
  readonly proves?: (document: ExaminedDocument) => boolean;
}

/** The promises about a span in one document. */
const ROWS = {
  value_absent: {
    example: '"The office is at 22 °C." is not supported by records without that value.',
    holds: ({ absentAmounts }) => absentAmounts > 0,
  },
  result_unproven: {
    weakens: ({ isUnderivable }) => !isUnderivable,
    // A sentence that the claim copies with another value may contradict it.
    undecided: ({ isUnderivable, mayFollow, copied }) => (isUnderivable || mayFollow) && copied === undefined,
    example:
      '"Exports grew by 12 %." is at most weakly supported by "Sales were 41 million in 2023 and 46 million in 2024.", and growth by 15 % is left open.',
    why: 'the rules cannot calculate it from the numbers of the source',
    holds: (_, { isUnproven }) => isUnproven,
  },
  copy_differs: {
    example: '"The plant employs 530 people." is not supported by "The plant employs 350 people."',
    rulesOut: 'both',
    holds: (_, { copied }) => copied !== undefined,
  },
  facts_differ: {
    example: '"It cost $4 million." is not supported where the closest sentence says "at a cost of $3 million".',
    rulesOut: 'both',
    holds: (_, { conflictingFacts }) => conflictingFacts > 0,
  },
  not_asserted_by_source: {
    example: '"The plant is closed." is not supported by "Some say that the plant is closed."',
    holds: ({ surface }, { range }) =>
      surface?.factuality !== undefined && surface.premise.sentences.every((i) => isIn(range, i)),
  },
  ended_in_source: {
    example: '"The museum is free." is not supported by "The museum was free until 2019; since then it costs 8 euros."',
    why: 'the source says that it was so and is no more',
    rulesOut: 'contradiction',
  },
  overstated: {
    example: '"All rooms have a bath." is not supported by "Most rooms have a bath.", nor "must book" by "may book".',
    why: 'it says more than the source, such as "all" for "most" or "must" for "may"',
  },
  of_other_part: {
    example:
      '"The firm has 50 employees in Hamburg." is not supported by "The firm has 50 employees, most of them in Hamburg."',
    why: 'the source says it of a part, or of a whole of which the claim names a part',
  },
  only_requested: {
    example: '"The documents were signed." is left open by "Please sign the documents."',
    why: 'the source only asks for it',
    undecided: () => true,
  },
  other_value: {
    example: '"It took close to five years." is not supported by "It took them nine years."',
    why: 'the source has another value of the kind',
  },
  other_name: {
    example: '"Maria Hall signed." is not supported by "Marie Hall signed."',
    why: 'the source has a name that looks alike and may be another one',
  },
  other_relation: {
    example: '"The price fell to 20 euros." is not supported by "The price fell by 20 euros."',
    why: 'the source sets the same words in another relation, such as "by" for "to"',
  },
  other_period: {
    example: '"The king reigned for 40 years." is not supported by "He reigned from 1810 to 1840."',
    why: 'the source says that it begins, ends or lasts otherwise',
    rulesOut: 'contradiction',
  },
  parts_exchanged: {
    example: '"Ana works in Delft." is not supported by "Ana lives in Delft and works in Breda."',
    why: 'the source says this of another part, or the other way round',
    rulesOut: 'contradiction',
  },
  excepted: {
    example: '"Gert speaks Spanish." is not supported by "All but Gert speak Spanish."',
    why: 'the source makes an exception for what it is about',
    rulesOut: 'contradiction',
  },
  roles_exchanged: {
    example: '"Brix acquired Acme." is not supported by "Brix was acquired by Acme."',
    rulesOut: 'contradiction',
  },
  says_nothing: {
    example: '"Yes, it did." is left open by any sentence.',
    why: 'it means nothing without the text before it',
    undecided: () => true,
  },
  undated: {
    example: '"Sales fell in 2020." is left open by "Sales fell last year." in a source without a date.',
    why: 'only one of the two gives the time as a date, the other relative to the day of writing',
    undecided: () => true,
    holds: (_, { isUndated }) => isUndated,
  },
  numbers_alone: {
    example: '"Acme employs 350 people." is not supported by "347, 348, 349, 350, 351, 352".',
    holds: (_, { isOfNumbers }) => isOfNumbers,
  },
  denies_unnamed: {
    example: '"The hotel has no pool." is left open by "The hotel has a bar and a gym."',
    why: 'the source does not mention what it denies',
    undecided: ({ deniesUnnamed }) => deniesUnnamed.support && deniesUnnamed.opposition,
    uncontradicted: ({ deniesUnnamed }) => !deniesUnnamed.support,
    holds: (_, { deniesUnnamed }) => deniesUnnamed.support || deniesUnnamed.opposition,
  },
  within_limit: {
    example: '"You can stay for two weeks." is not contradicted by "Guests may stay for up to three weeks."',
    why: 'its value is within a limit that the source states',
    uncontradicted: () => true,
    holds: (_, { isWithinLimit }) => isWithinLimit,
  },
  within_exception: {
    example: '"Room 12 has a window." is not contradicted by "No room but number 12 has a window."',
    why: 'the source makes an exception for what it is about',
    uncontradicted: () => true,
    proves: ({ isSaidByException }) => isSaidByException,
    holds: (_, { isWithinException, isSaidByException }) => isWithinException || isSaidByException,
  },
  denies_saying: {
    example: '"The document does not say when the contract ends." is not supported by "The contract ends in May."',
    why: 'the source states what it is said to leave out',
  },
  foreign_language: {
    example: 'A claim in German is UNCERTAIN for a model that reads English, unless the source has its very words.',
    undecided: () => true,
    holds: ({ hypothesis, surface }) =>
      hypothesis.foreign && (surface === undefined || surface.factuality !== undefined),
  },
} as const satisfies Readonly<Record<Objection, PromiseRow> & Record<string, PromiseRow>>;

type DocumentPromise = keyof typeof ROWS;
export type PromiseName = DocumentPromise | 'evidence_disagrees';

export const DOCUMENT_PROMISES = (Object.keys(ROWS) as DocumentPromise[]).map((name) => {
  const row: PromiseRow = ROWS[name];
  const inWords = (_: ExaminedSpan, { objectionsInWords }: ExaminedDocument) =>
    objectionsInWords.has(name as Objection);
  return { name, holds: inWords, ...row };
});

/** Why a span that states a fact cannot count as entailed, whatever its probabilities. */
export const PROMISES: readonly PromiseName[] = ['evidence_disagrees', ...DOCUMENT_PROMISES.map(({ name }) => name)];

/** Why a promise kept a span from being supported; undefined where a difference of the words says it. */
export function whyOf(name: PromiseName): string | undefined {
  return name === 'evidence_disagrees' ? undefined : (ROWS[name] as PromiseRow).why;
}
