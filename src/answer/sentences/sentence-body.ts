import type {
  CitationBody,
  CitationStatus,
  EvidenceBody,
  QuotationBody,
  ReasonBody,
  SentenceBody,
} from '../../contract/answer.ts';
import type { Verdict } from '../../contract/verify.ts';
import { matchOf } from '../../contract/words.ts';
import type { ClaimDecision } from '../../verify/decide/policy.ts';
import { derivationOf } from '../../verify/explain/derivation.ts';
import type { DecidedEvidence, DecidedPlace } from '../../verify/explain/evidence.ts';
import type { CheckedClaim, CheckedStatement } from '../../verify/pipeline.ts';
import type { Derivation, Reason } from '../../verify/verification.ts';
import type { AnswerInput, AnswerOptions } from '../answer-request.ts';
import { isMisquoted, type OutcomePolicy, sentenceOutcome } from '../outcome.ts';
import type { AnswerRequest, PreparedAnswer, PreparedSentence } from '../prepare-answer.ts';
import type { Quotations } from '../quotations/quotations.ts';
import { type SourcesOfAnswer, sourcePlaceBody } from '../sources.ts';

export interface SentenceContext extends Pick<AnswerOptions, 'onDecision'> {
  readonly request: AnswerRequest;
  readonly policy: OutcomePolicy;
  readonly sources: SourcesOfAnswer;
  readonly quotations: Quotations;
}

export function sentenceBody(
  sentence: PreparedSentence,
  checked: CheckedStatement,
  { request, policy, sources, quotations, onDecision }: SentenceContext,
): SentenceBody {
  const { prepared, input } = request;
  const place = prepared.placeBody(sentence.span);
  if (checked.all === undefined)
    return {
      ...place,
      check_required: false,
      ...(sentence.skipped === undefined ? {} : { skipped: sentence.skipped }),
      verdict: null,
      confidence: null,
      outcome: null,
      reasons: [],
      evidence: [],
      citation: unknownOnly(sentence, input),
      quotations: quotations.of(sentence, []),
    };
  const all = flattened(checked.all);
  onDecision?.(place, all);
  const { cited, unknown } = sentence;
  const citesKnown = cited.length > unknown.length;
  const alone = checked.byCited;
  const byCited = citesKnown ? (alone?.decision ?? all).verdict : undefined;
  const shown = alone !== undefined && byCited === all.verdict ? alone.places : all.evidence;
  const quoted = quotations.of(
    sentence,
    shown.map(({ place }) => place),
  );
  const supportedBy = supportingSource(all.evidence, sources);
  const citation = citationBody({ cited, unknown, verdict: all.verdict, byCited, supportedBy });
  return {
    ...place,
    check_required: true,
    verdict: all.verdict,
    confidence: all.confidence,
    outcome: sentenceOutcome({ ...all, quotations: quoted }, policy),
    reasons: [...quoted.flatMap(misquotation), ...all.reasons.map((reason) => reasonBody(reason, prepared, sources))],
    evidence: shown.flatMap((one) => evidenceBodies(one, sources)),
    ...derivationBody(all.derivation, sources),
    citation: input.citations === 'none' ? null : citation,
    quotations: quoted,
  };
}

/** A sentence that is not checked needs no source, but an unknown id is reported. */
function unknownOnly({ cited, unknown }: PreparedSentence, { citations }: AnswerInput): CitationBody | null {
  return citations === 'none' || unknown.length === 0 ? null : { status: 'unknown_id', cited, source_id: null };
}

/** The source that supports a sentence; undefined where none does, or only its title. */
function supportingSource(evidence: readonly DecidedPlace[], sources: SourcesOfAnswer): string | undefined {
  const found = evidence.find(({ matchType }) => matchOf(matchType).stance === 'for');
  return found && sourcePlaceBody(sources, found.place)?.source_id;
}

/** The place of a premise with what the model reads in it; nothing of a title. */
function evidenceBodies({ place, premise, matchType }: DecidedPlace, sources: SourcesOfAnswer): EvidenceBody[] {
  const body = sourcePlaceBody(sources, place);
  const { entailment, contradiction } = premise.scores;
  return body === undefined ? [] : [{ ...body, match_type: matchType, entailment, contradiction }];
}

/** A quotation that does not say what the source says, next to the place that it is nearest to. */
function misquotation(quotation: QuotationBody): ReasonBody[] {
  if (!isMisquoted(quotation)) return [];
  const { start, end, text, places } = quotation;
  return [{ code: 'quotation_differs', expected: places[0] ?? null, found: { start, end, text } }];
}

function reasonBody(
  { code, expected, found }: CheckedSentence['reasons'][number],
  prepared: PreparedAnswer,
  sources: SourcesOfAnswer,
): ReasonBody {
  return {
    code,
    expected: (expected && sourcePlaceBody(sources, expected)) ?? null,
    found: found === undefined ? null : prepared.placeBody(found),
  };
}

/** A calculation with the places of its numbers in the sources; undefined if a number comes from a title. */
function derivationBody(
  derivation: Derivation | undefined,
  sources: SourcesOfAnswer,
): Pick<SentenceBody, 'derivation'> {
  if (derivation === undefined) return {};
  const operands = derivation.operands.flatMap(({ value, place }) => {
    const body = sourcePlaceBody(sources, place);
    return body === undefined ? [] : [{ value, source: body.source_id, start: body.start, end: body.end }];
  });
  const { operation, result } = derivation;
  return operands.length < derivation.operands.length ? {} : { derivation: { operation, operands, result } };
}

interface CheckedSentence extends ClaimDecision {
  readonly reasons: readonly Reason[];
  readonly evidence: readonly DecidedEvidence[];
  readonly derivation: Derivation | undefined;
}

/** The decision with the evidence and the reasons of all spans. */
function flattened({ decision, isRefused, spans }: CheckedClaim): CheckedSentence {
  const language: Reason[] = isRefused ? [{ code: 'language', expected: undefined, found: undefined }] : [];
  return {
    ...decision,
    reasons: [...language, ...spans.flatMap(({ reasons }) => reasons)],
    evidence: spans.flatMap(({ evidence }) => evidence),
    derivation: spans.map(({ decided }) => derivationOf(decided)).find((one) => one !== undefined),
  };
}

export interface CitedSentence {
  /** Ids as the answer cites them. */
  readonly cited: readonly string[];
  readonly unknown: readonly string[];
  /** The verdict from all sources. */
  readonly verdict: Verdict;
  /** The verdict from the cited sources alone; undefined when none of them is known. */
  readonly byCited: Verdict | undefined;
  /** The source that supports the sentence; undefined when none does. */
  readonly supportedBy: string | undefined;
}

/** The body of a citation. The cited sources decide; the others count only where these do not support the sentence. */
export function citationBody({ cited, unknown, verdict, byCited, supportedBy }: CitedSentence): CitationBody {
  const status = (): CitationStatus => {
    if (byCited === 'SUPPORTED') return unknown.length > 0 ? 'unknown_id' : 'supported_by_cited';
    if (byCited === 'UNSUPPORTED') return 'contradicted_by_cited';
    if (unknown.length > 0) return 'unknown_id';
    if (cited.length === 0) return 'missing';
    return verdict === 'SUPPORTED' ? 'supported_elsewhere' : 'not_supported';
  };
  const isElsewhere = verdict === 'SUPPORTED' && byCited !== 'SUPPORTED';
  return { status: status(), cited, source_id: isElsewhere ? (supportedBy ?? null) : null };
}
