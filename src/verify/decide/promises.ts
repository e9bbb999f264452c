import { type ExaminedDocument, type ExaminedSpan, isIn } from '../examine/features.ts';
import type { Objection } from '../rules/index.ts';
import type { PromiseName } from './calibration.ts';

/** A rule that holds whatever the model says. */
interface PromiseRow {
  readonly name: PromiseName;
  /** A claim and a source for which it holds, with the verdict that it rules out. */
  readonly example: string;
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
  readonly holds: (span: ExaminedSpan, document: ExaminedDocument) => boolean;
}

/** A promise that the words of a span and the sentence that supports it most decide. */
function inWords(name: Objection, example: string): PromiseRow {
  return { name, example, holds: (_, { objectionsInWords }) => objectionsInWords.has(name) };
}

/** The promises about a span in one document. */
export const DOCUMENT_PROMISES: readonly PromiseRow[] = [
  {
    name: 'value_absent',
    example: '"The office is at 22 °C." is not supported by records without that value.',
    holds: ({ absentAmounts }) => absentAmounts > 0,
  },
  {
    name: 'result_unproven',
    weakens: ({ isUnderivable }) => !isUnderivable,
    // A sentence that the claim copies with another value may contradict it.
    undecided: ({ isUnderivable, copied }) => isUnderivable && copied === undefined,
    example:
      '"Exports grew by 12 %." is at most weakly supported by "Sales were 41 million in 2023 and 46 million in 2024.", and growth by 15 % is left open.',
    holds: (_, { isUnproven }) => isUnproven,
  },
  {
    name: 'copy_differs',
    example: '"The plant employs 530 people." is not supported by "The plant employs 350 people."',
    rulesOut: 'both',
    holds: (_, { copied }) => copied !== undefined,
  },
  {
    name: 'facts_differ',
    example: '"It cost $4 million." is not supported where the closest sentence says "at a cost of $3 million".',
    rulesOut: 'both',
    holds: (_, { conflictingFacts }) => conflictingFacts > 0,
  },
  {
    name: 'not_asserted_by_source',
    example: '"The plant is closed." is not supported by "Some say that the plant is closed."',
    holds: ({ surface }, { range }) =>
      surface?.factuality !== undefined && surface.premise.sentences.every((i) => isIn(range, i)),
  },
  {
    ...inWords(
      'ended_in_source',
      '"The museum is free." is not supported by "The museum was free until 2019; since then it costs 8 euros."',
    ),
    rulesOut: 'contradiction',
  },
  inWords(
    'overstated',
    '"All rooms have a bath." is not supported by "Most rooms have a bath.", nor "must book" by "may book".',
  ),
  inWords(
    'of_other_part',
    '"The firm has 50 employees in Hamburg." is not supported by "The firm has 50 employees, most of them in Hamburg."',
  ),
  {
    ...inWords('only_requested', '"The documents were signed." is left open by "Please sign the documents."'),
    undecided: () => true,
  },
  inWords('other_value', '"It took close to five years." is not supported by "It took them nine years."'),
  inWords('other_name', '"Maria Hall signed." is not supported by "Marie Hall signed."'),
  inWords('other_relation', '"The price fell to 20 euros." is not supported by "The price fell by 20 euros."'),
  {
    ...inWords('other_period', '"The king reigned for 40 years." is not supported by "He reigned from 1810 to 1840."'),
    rulesOut: 'contradiction',
  },
  {
    ...inWords('parts_exchanged', '"Ana works in Delft." is not supported by "Ana lives in Delft and works in Breda."'),
    rulesOut: 'contradiction',
  },
  {
    ...inWords('excepted', '"Gert speaks Spanish." is not supported by "All but Gert speak Spanish."'),
    rulesOut: 'contradiction',
  },
  {
    ...inWords('roles_exchanged', '"Brix acquired Acme." is not supported by "Brix was acquired by Acme."'),
    rulesOut: 'contradiction',
  },
  {
    ...inWords('says_nothing', '"Yes, it did." is left open by any sentence.'),
    undecided: () => true,
  },
  {
    name: 'undated',
    example: '"Sales fell in 2020." is left open by "Sales fell last year." in a source without a date.',
    undecided: () => true,
    holds: (_, { isUndated }) => isUndated,
  },
  {
    name: 'numbers_alone',
    example: '"Acme employs 350 people." is not supported by "347, 348, 349, 350, 351, 352".',
    holds: (_, { isOfNumbers }) => isOfNumbers,
  },
  {
    name: 'denies_unnamed',
    example: '"The hotel has no pool." is left open by "The hotel has a bar and a gym."',
    undecided: ({ deniesUnnamed }) => deniesUnnamed.support && deniesUnnamed.opposition,
    uncontradicted: ({ deniesUnnamed }) => !deniesUnnamed.support,
    holds: (_, { deniesUnnamed }) => deniesUnnamed.support || deniesUnnamed.opposition,
  },
  {
    name: 'within_limit',
    example: '"You can stay for two weeks." is not contradicted by "Guests may stay for up to three weeks."',
    uncontradicted: () => true,
    holds: (_, { isWithinLimit }) => isWithinLimit,
  },
  {
    name: 'within_exception',
    example: '"Room 12 has a window." is not contradicted by "No room but number 12 has a window."',
    uncontradicted: () => true,
    proves: ({ isSaidByException }) => isSaidByException,
    holds: (_, { isWithinException, isSaidByException }) => isWithinException || isSaidByException,
  },
  inWords(
    'denies_saying',
    '"The document does not say when the contract ends." is not supported by "The contract ends in May."',
  ),
  {
    name: 'foreign_language',
    example: 'A claim in German is UNCERTAIN for a model that reads English, unless the source has its very words.',
    undecided: () => true,
    holds: ({ hypothesis, surface }) =>
      hypothesis.foreign && (surface === undefined || surface.factuality !== undefined),
  },
];
