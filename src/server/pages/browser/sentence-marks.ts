import type { Place, Quotation, Sentence } from './answer-contract.ts';
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
  let from = 0;
  return differences.flatMap(({ found }) => {
    const at = found === '' ? -1 : text.indexOf(found, from);
    if (at < 0) return [];
    from = at + found.length;
    return [{ start: start + at, end: start + from }];
  });
}
