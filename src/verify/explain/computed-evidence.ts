import type { DecidedSpan } from '../decide/policy.ts';
import type { ScoredPremise } from '../read/premises.ts';
import type { SourceSet } from '../read/read-source.ts';
import { type Place, sentencesAt } from '../read/source.ts';
import type { Computed } from '../rules/index.ts';
import { premisesOf } from '../score/score-span.ts';
import { clauseOf, type EvidenceFinding } from './finding.ts';
import { DIFFERENT } from './quotation.ts';

/** A place for each row or sentence that a computed value comes from. */
export function computedEvidence(
  { document, matchType, examined }: DecidedSpan,
  computed: Computed,
  { sentences, sources }: SourceSet,
) {
  const source = document.number;
  const { text } = sources[source]!;
  return computed.places.map((span, i) => {
    const place = { source, ...span };
    const inside = computed.operands.filter(({ start, end }) => span.start <= start && end <= span.end);
    return {
      ...({ matchType, place, basis: 'computed', inContext: false, holdsWords: false } as const),
      text: text.slice(span.start, span.end),
      premise: premiseAt(place, { document, sentences }),
      lacking: [],
      findings: i === 0 ? findingOf(computed, examined.hypothesis.text) : [],
      marks: inside.map(({ start, end }) => ({ start, end, weight: DIFFERENT })),
    };
  });
}

/** The scored premise that holds a place, else the passage: the model did not read each row of a table separately. */
function premiseAt(
  place: Place,
  { document, sentences }: Pick<DecidedSpan, 'document'> & Pick<SourceSet, 'sentences'>,
): ScoredPremise {
  const [index] = sentencesAt(place, sentences);
  const read = premisesOf({ documents: [document] }) as readonly ScoredPremise[];
  const own = read.find((one) => one.sentences.length === 1 && one.sentences[0] === index);
  return own ?? { ...document.passage, sentences: index === undefined ? document.passage.sentences : [index] };
}

/** The finding of a computed value against the span, or why there is none. */
function findingOf({ stance, reason, found, operands, formula }: Computed, claim: string): EvidenceFinding[] {
  if (stance === 'for') return [];
  if (stance === 'open') {
    const text = reason === 'not_settled' ? `the source gives only ${formula}` : clauseOf(reason!);
    return [{ code: reason!, text, places: operands.slice(0, 1) }];
  }
  if (found === undefined)
    return [{ code: 'contradicted', text: clauseOf('contradicted'), places: operands.slice(0, 1) }];
  const text = clauseOf('number_differs', { expected: formula, found: claim.slice(found.start, found.end) });
  return [{ code: 'number_differs', text, found, places: operands.slice(0, 1) }];
}
