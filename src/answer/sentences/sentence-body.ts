import type { CitationBody, EvidenceBody, QuotationBody, ReasonBody, SentenceBody } from '../../contract/answer.ts';
import { matchOf } from '../../contract/words.ts';
import type { Span } from '../../text/index.ts';
import type { VerifierParts } from '../../verify/claim-pipeline.ts';
import type { Calibration } from '../../verify/decide/calibration.ts';
import { type ClaimDecision, combineSpans, decideSpan } from '../../verify/decide/policy.ts';
import { examineClaim } from '../../verify/examine/examine-claim.ts';
import { type ExaminedSpan, strongestOpposition } from '../../verify/examine/features.ts';
import { type DecidedEvidence, decidedEvidence } from '../../verify/explain/evidence.ts';
import { reasonsOf } from '../../verify/explain/reasons.ts';
import type { Premise, ScoredPremise } from '../../verify/read/premises.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';
import type { ReadSource } from '../../verify/read/read-source.ts';
import type { Scoring } from '../../verify/score/scoring.ts';
import type { Reason } from '../../verify/verification.ts';
import type { AnswerInput } from '../answer-input.ts';
import { citationBody } from '../citations/citation-status.ts';
import { isMisquoted, type OutcomePolicy, sentenceOutcome } from '../outcome.ts';
import type { AnswerRequest, PreparedAnswer, PreparedSentence } from '../prepare-answer.ts';
import type { Quotations } from '../quotations/quotations.ts';
import type { ReadSources } from '../read-sources.ts';
import type { SentenceToCheck } from './cited-sources.ts';

/** What the sentences of an answer are checked with. */
export interface Checking {
  readonly request: AnswerRequest;
  readonly policy: OutcomePolicy;
  readonly parts: VerifierParts;
  readonly sources: ReadSources;
  readonly quotations: Quotations;
  readonly scoring: Scoring;
}

/** Checks a sentence, with all sources and with those it cites. */
export async function sentenceBody(
  { sentence, claim, cited }: SentenceToCheck,
  checking: Checking,
): Promise<SentenceBody> {
  const { request, parts, sources, scoring } = checking;
  const { prepared, input } = request;
  const place = prepared.placeBody(sentence.span);
  if (claim === undefined)
    return {
      ...place,
      check_required: false,
      verdict: null,
      confidence: null,
      outcome: null,
      reasons: [],
      evidence: [],
      citation: unknownOnly(sentence, input),
      quotations: checking.quotations.of(sentence, []),
    };
  const options = { scoring, calibration: parts.calibration, decides: decidingIn(sources) };
  const all = await checkSentence(claim, options);
  const byCited = await checkCited({ sentence, claim, cited }, all, checking);
  const shown = byCited?.verdict === all.verdict ? byCited : all;
  const quoted = checking.quotations.of(
    sentence,
    shown.evidence.flatMap(({ runs }) => runs),
  );
  const citation = input.citations === 'none' ? null : citationOf(sentence, { all, byCited }, sources);
  return {
    ...place,
    check_required: true,
    verdict: all.verdict,
    confidence: all.confidence,
    outcome: sentenceOutcome({ ...all, quotations: quoted }, checking.policy),
    reasons: [...quoted.flatMap(misquotation), ...all.reasons.map((reason) => reasonBody(reason, prepared, sources))],
    evidence: shown.evidence.flatMap((one) => evidenceBodies(one, sources)),
    citation,
    quotations: quoted,
  };
}

/** A sentence that asserts nothing needs no source, but an id that is of none is told of. */
function unknownOnly({ cited, unknown }: PreparedSentence, { citations }: AnswerInput): CitationBody | null {
  return citations === 'none' || unknown.length === 0 ? null : { status: 'unknown_id', cited, source_id: null };
}

/** What the cited sources say alone; undefined when no known source is cited. */
async function checkCited(
  { sentence, claim, cited }: Pick<SentenceToCheck, 'sentence' | 'claim' | 'cited'>,
  all: CheckedSentence,
  { parts, sources, scoring }: Checking,
): Promise<CheckedSentence | undefined> {
  if (sentence.cited.length === sentence.unknown.length) return undefined;
  if (cited === undefined) return all;
  const ids = new Set(sentence.cited);
  const decided = all.evidence.flatMap((one) => evidenceBodies(one, sources));
  const isByCited = decided.length > 0 && decided.every(({ source_id }) => ids.has(source_id));
  if (all.verdict !== 'UNCERTAIN' && isByCited) return all;
  const options = {
    ...{ calibration: parts.calibration, decides: decidingIn(sources) },
    scoring: { ...scoring, ...cited },
  };
  return checkSentence(claim!, options);
}

function decidingIn(sources: ReadSources): (place: Span) => boolean {
  return (place) => sources.placeBody(place) !== undefined;
}

function citationOf(
  sentence: PreparedSentence,
  { all, byCited }: { readonly all: CheckedSentence; readonly byCited: CheckedSentence | undefined },
  sources: ReadSources,
): CitationBody {
  const { cited, unknown } = sentence;
  const supportedBy = supportingPlace(all.evidence);
  return citationBody({
    ...{ cited, unknown, verdict: all.verdict, byCited: byCited?.verdict },
    supportedBy: supportedBy && sources.placeBody(supportedBy)?.source_id,
  });
}

/** Of the places that support a sentence together, the one that has most of its words. */
function supportingPlace(evidence: readonly DecidedEvidence[]): Span | undefined {
  const places = evidence
    .filter(({ matchType }) => matchOf(matchType).stance === 'for')
    .flatMap(({ runs, marks }) => runs.map((run) => ({ run, words: marks.filter((mark) => isIn(run, mark)).length })));
  return places.toSorted((one, other) => other.words - one.words)[0]?.run;
}

function isIn(run: Span, { start, end }: Span): boolean {
  return start >= run.start && end <= run.end;
}

/** The places of a premise, each with what the model reads in it, the one that carries the verdict first. */
function evidenceBodies({ runs, runScores, basis, matchType }: DecidedEvidence, sources: ReadSources): EvidenceBody[] {
  const bodies = runs.flatMap((run, i) => {
    const place = sources.placeBody(run);
    const { entailment, contradiction } = runScores[i]!;
    return place === undefined ? [] : [{ ...place, match_type: matchType, entailment, contradiction }];
  });
  const side = basis === 'opposition' ? 'contradiction' : 'entailment';
  return bodies.toSorted((one, other) => other[side] - one[side]);
}

/** A quotation that does not say what the source says, beside the place that it is nearest to. */
function misquotation(quotation: QuotationBody): ReasonBody[] {
  if (!isMisquoted(quotation)) return [];
  const { start, end, text, places } = quotation;
  return [{ code: 'quotation_differs', expected: places[0] ?? null, found: { start, end, text } }];
}

function reasonBody(
  { code, expected, found }: CheckedSentence['reasons'][number],
  prepared: PreparedAnswer,
  sources: ReadSources,
): ReasonBody {
  const inSource = (span: Span | undefined) => (span === undefined ? undefined : sources.placeBody(span));
  return { code, expected: inSource(expected) ?? null, found: found === undefined ? null : prepared.placeBody(found) };
}

/** What was decided of a sentence, and why. */
interface CheckedSentence extends ClaimDecision {
  readonly reasons: readonly Reason[];
  readonly evidence: readonly DecidedEvidence[];
}

/**
 * What speaks most against a span in the documents that its support is not in, among those that name what these name; a
 * premise of both hides that they differ.
 */
function rivalOf(
  { support, surface, premises, sharesNames }: ExaminedSpan,
  { sentences }: ReadSource,
): ScoredPremise | undefined {
  const documentsOf = (premise: Premise) => new Set(premise.sentences.map((i) => sentences[i]!.document));
  const sentencesOf = (documents: ReturnType<typeof documentsOf>) =>
    [...documents].flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
  const supporting = documentsOf(surface?.premise ?? support);
  const named = sentencesOf(supporting);
  const rivals = premises.filter((premise) => {
    const own = documentsOf(premise);
    return ![...own].some((document) => supporting.has(document)) && sharesNames(named, sentencesOf(own));
  });
  return rivals.length === 0 ? undefined : strongestOpposition(rivals);
}

/**
 * Checks one sentence, as a claim, against a source. Text that the model does not read is not scored. `decides` tells
 * whether a place of the source may decide alone: a title may not.
 */
export async function checkSentence(
  claim: ReadClaim,
  { scoring, calibration, decides }: { scoring: Scoring; calibration: Calibration; decides: (place: Span) => boolean },
): Promise<CheckedSentence> {
  const { source, pause } = scoring;
  if (claim.spans.some(({ foreign }) => foreign)) {
    const reasons = [{ code: 'language', expected: undefined, found: undefined }] as const;
    return { ...combineSpans([], calibration), reasons, evidence: [] };
  }
  const { spans } = await examineClaim(claim, scoring);
  const decided = spans.map((span) => {
    const rival = rivalOf(span, source);
    const disputed =
      rival === undefined ? span : { ...span, opposition: rival, surface: undefined, ofTwoDocuments: true };
    const disagreeing = decideSpan(disputed, calibration);
    if (disagreeing.objections.includes('evidence_disagrees')) return disagreeing;
    const examined = span.surface && !decides(span.surface.span) ? { ...span, surface: undefined } : span;
    return decideSpan(examined, calibration);
  });
  const evidence: DecidedEvidence[] = [];
  const reasons: Reason[] = [];
  for (const span of decided) {
    const own = await decidedEvidence(span, { source, pause });
    evidence.push(...own);
    reasons.push(...reasonsOf(span, own));
  }
  return { ...combineSpans(decided, calibration), reasons, evidence };
}
