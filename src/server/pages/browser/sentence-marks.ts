import type { Place, Quotation, Sentence } from './answer-contract.ts';
import { placesInOrder } from './places-in-order.ts';
import type { Range } from './spans.ts';

/** The words of a sentence that differ from the sources: what reasons and altered quotations found. Offsets into the answer. */
export function differingWords(sentence: Sentence): Range[] {
  // What a source only reports or denies is the whole statement, and no word of it differs.
  const found = sentence.reasons.flatMap((reason) =>
    reason.found === null || reason.code === 'not_asserted' ? [] : [reason.found],
  );
  return [...found, ...sentence.quotations.flatMap(alteredWords)]
    .filter((range) => isPartOf(range, sentence))
    .map(({ start, end }) => ({ start, end }));
}

function isPartOf({ start, end }: Range, sentence: Place): boolean {
  const isWhole = start === sentence.start && end === sentence.end;
  return start >= sentence.start && end <= sentence.end && start < end && !isWhole;
}

/** Differences come without places, in the order of the quotation. */
function alteredWords({ start, text, differences }: Quotation): Range[] {
  const words = differences.map(({ found }) => found);
  return placesInOrder(text, words).map((range) => ({ start: start + range.start, end: start + range.end }));
}
