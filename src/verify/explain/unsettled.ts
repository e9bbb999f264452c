import { matchOf } from '../../contract/words.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import { DOCUMENT_PROMISES } from '../decide/promises.ts';
import { overlap, type ScoredPremise } from '../read/premises.ts';
import type { SourceSet } from '../read/read-source.ts';
import { type DecidingPremise, mostCovering, readAlone, shown, withOtherPart } from './deciding.ts';

/** The premises that the first promise is about, else those that nearly decided the span, else the closest. */
export function unsettledBy(span: DecidedSpan, sources: SourceSet): readonly DecidingPremise[] {
  const { examined, matchType, objections, document } = span;
  const given = { matchType, inContext: false } as const;
  if (objections.includes('copy_differs')) return [{ ...given, premise: document.copied!.premise, basis: 'copied' }];
  if (objections.includes('not_asserted_by_source'))
    return [{ ...given, premise: examined.surface!.premise, basis: 'surface' }];
  const leaning = leaningOf(span);
  if (leaning === 'conflicting_passages')
    return [shown(document, 'support', 'paraphrase_match'), shown(document, 'opposition', 'contradiction')];
  if (leaning === 'nearly_supported') return [shown(document, 'support', matchType)];
  if (leaning !== undefined) return [shown(document, 'opposition', matchType)];
  if (!isSameMatter(span)) return [];
  if (objections.length > 0) return [{ ...given, premise: document.closest, basis: 'closest' }];
  const closest = closestInPassage(span, sources);
  const inContext = closest !== undefined;
  return withOtherPart({ matchType, premise: closest ?? document.closest, basis: 'closest', inContext }, span, sources);
}

/** A sentence of the passage that was not read alone and has more of the span's words than each that was. */
function closestInPassage(span: DecidedSpan, sources: SourceSet): ScoredPremise | undefined {
  const { document } = span;
  const read = document.sentences.map(({ sentences: [only] }) => only!);
  const { sentence } = mostCovering(span, sources, { among: [...read, ...document.passage.sentences], given: [] });
  const { premise, inContext } = readAlone(document, sentence);
  return inContext ? premise : undefined;
}

/** Least probability of a side that a span nearly reaches: more likely than if the three verdicts were equally likely. */
const NEAR = 0.35;

/** Probability of a side that is likelier than all else: one source would be contradicted, with few words in common too. */
const LIKELIER = 0.5;

/** Least probability that the model itself gives in the place that is shown: a reader sees it. */
const READ = 0.3;

/**
 * Which way a span that is not settled leans; undefined where the source says neither, and where it is settled. Where an
 * objection kept it from being supported, that is the reason, not the threshold.
 */
export function leaningOf({ matchType, entailed, contradicted, document, opposing, objections }: DecidedSpan) {
  if (matchOf(matchType).stance !== 'open' || opposing !== undefined) return undefined;
  const held = DOCUMENT_PROMISES.filter(({ name }) => objections.includes(name));
  if (held.some(({ undecided, uncontradicted }) => undecided?.(document) || uncontradicted?.(document)))
    return undefined;
  const { support, opposition } = document;
  const isFor = objections.length === 0 && entailed >= NEAR && isRead(support, 'entailment') && speaksOfIt(support);
  const isReadAgainst = contradicted >= NEAR && isRead(opposition, 'contradiction');
  const isAgainst = isReadAgainst && (contradicted > LIKELIER || speaksOfIt(opposition));
  if (isFor && isAgainst) return overlap(support, opposition) ? 'ambiguous_passage' : 'conflicting_passages';
  if (isFor && entailed >= contradicted) return 'nearly_supported';
  return isAgainst && contradicted >= entailed ? 'nearly_contradicted' : undefined;
}

/** True if a reader sees in the scores of a place that it is read for the side. */
function isRead({ scores }: ScoredPremise, side: 'entailment' | 'contradiction'): boolean {
  const { entailment, neutral, contradiction } = scores;
  return scores[side] >= READ && scores[side] === Math.max(entailment, neutral, contradiction);
}

/** The closest sentence speaks of the same matter only when it holds this share of the span's words. */
const SAME_MATTER = 0.1;

function speaksOfIt({ coverage }: ScoredPremise): boolean {
  return coverage >= SAME_MATTER;
}

export function isSameMatter({ document }: DecidedSpan): boolean {
  return speaksOfIt(document.closest);
}
