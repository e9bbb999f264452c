import { pMapIterable } from 'p-map';
import type { NliScores } from '../nli/nli-interface.ts';
import { normaliseForModel, type Span, type Steps } from '../text/index.ts';
import { assertAffordable } from '../verify/affordable.ts';
import type { DecidedEvidence } from '../verify/decided-evidence.ts';
import { expectedCostMs } from '../verify/expected-cost.ts';
import { highestCostSteps } from '../verify/highest-cost.ts';
import { agreesWithCopy } from '../verify/policy.ts';
import { type ClaimSpan, type ReadClaim, readClaimSpans } from '../verify/read-claim.ts';
import { onlyDocuments, type ReadSource } from '../verify/read-source.ts';
import { type Scoring, sentencesPerSpan } from '../verify/select-evidence.ts';
import type { VerifierParts } from '../verify/verify.ts';
import { type Rest, withRests, yieldRegularly } from '../verify/yield-regularly.ts';
import { type CheckedSentence, checkSentence } from './check-sentence.ts';
import { citationBody } from './citation-status.ts';
import { subjectOf, withNamedSubject } from './context.ts';
import { judgeAnswer } from './outcome.ts';
import type { AnswerRequest, PreparedAnswer, PreparedSentence } from './prepare-answer.ts';
import { quotationBodies } from './quotation-bodies.ts';
import { type ReadSources, readSources } from './read-sources.ts';
import { type ReceiptFacts, withReceipt } from './receipt.ts';
import type {
  AnswerBody,
  AnswerInput,
  AnswerOptions,
  CitationBody,
  EvidenceBody,
  QuotationBody,
  ReasonBody,
  SentenceBody,
} from './types.ts';
import { wordIndexSteps } from './word-index.ts';

export interface AnsweringParts extends VerifierParts {
  /** Of the product, for receipts. */
  readonly version: string;
}

/** From so many source sentences on, a word index chooses those that the evidence model reads for each sentence. */
const MAX_READ_WHOLE = 400;
/** How many it chooses. */
const NEAREST_SENTENCES = 100;
/** Sentences in work at a time: enough to fill batches, few enough that the first is decided early. */
const CONCURRENCY = 4;
/** Fewer than a claim of the greatest length has: an answer has more sentences. */
const COMPARED_PAIRS = 1_000;

interface ToCheck {
  readonly sentence: PreparedSentence;
  /** Undefined where nothing is to be checked. */
  readonly claim: ReadClaim | undefined;
  /** The known sources that it cites, alone; undefined when it cites none or all. */
  readonly cited: ReadSource | undefined;
}

interface Checking {
  readonly request: AnswerRequest;
  readonly parts: VerifierParts;
  readonly sources: ReadSources;
  readonly quotations: ReadonlyMap<PreparedSentence, readonly QuotationBody[]>;
  readonly scoring: Scoring;
}

/** Checks every sentence of an answer against all sources and gives the body of `POST /v1/verify/answer`. */
export async function verifyAnswer(
  request: AnswerRequest,
  parts: AnsweringParts,
  { signal, client, onSentence }: AnswerOptions,
): Promise<AnswerBody> {
  const { encoder, limits, maxRequestMs } = parts;
  const { input, prepared } = request;
  const texts = { claim: prepared.text, source: input.sources.map(({ text }) => text).join('\n') };
  const permit = encoder.admit(expectedCostMs(texts, encoder, limits), { signal, client });
  try {
    const rest = yieldRegularly(signal);
    const claims = await readSentences(request, parts, rest);
    const use = { encoder, parts: claims.flatMap(({ claim }) => claim?.parts ?? []) };
    const sources = await readSources(input.sources, input.offsets, { use, rest });
    const perSpan = sentencesPerSpan(1, limits);
    const nearest = await nearestBy(sources.source, rest);
    const settles = (scores: NliScores) => agreesWithCopy(scores, parts.calibration);
    const scoring = { encoder, permit, limits, perSpan, rest, nearest, settles, comparedPairs: COMPARED_PAIRS };
    const toCheck = withCited(claims, input, sources.source);
    const costMs = await withRests(costSteps(toCheck, sources.source, scoring), rest);
    assertAffordable(costMs, maxRequestMs, encoder);
    permit.reserve(costMs);
    const quotations = await quotationBodies(input, prepared, { read: sources, rest });
    const checking: Checking = { request, parts, sources, quotations, scoring };
    const sentences: SentenceBody[] = [];
    const check = (one: ToCheck) => sentenceBody(one, checking);
    for await (const body of pMapIterable(toCheck, check, { concurrency: CONCURRENCY })) {
      signal?.throwIfAborted();
      sentences.push(body);
      onSentence?.(body);
    }
    const { outcome, verdict, counts } = judgeAnswer(sentences, input);
    const body = { outcome, verdict, offsets: input.offsets, counts, sentences };
    return withReceipt(body, { input, ...receiptParts(parts) });
  } finally {
    permit.end();
  }
}

function receiptParts({ encoder, calibration, version }: AnsweringParts): Omit<ReceiptFacts, 'input'> {
  const { verdict, evidence } = encoder;
  return { models: { verdict: verdict.info.sha256, evidence: evidence?.info.sha256 ?? null }, calibration, version };
}

/** The sentences as claims, each with its subject named where it begins with a word that refers back. */
async function readSentences(
  { prepared }: AnswerRequest,
  { encoder }: VerifierParts,
  rest: Rest,
): Promise<Omit<ToCheck, 'cited'>[]> {
  const read: Omit<ToCheck, 'cited'>[] = [];
  let subject: string | undefined;
  for (const sentence of prepared.sentences) {
    const plain = normaliseForModel(sentence.text);
    const named = withNamedSubject(plain, subject);
    subject = subjectOf(plain, subject);
    const text = { text: prepared.text, spans: [sentence.kinded] };
    const claim = sentence.checkRequired ? await readClaimSpans(text, encoder, rest) : undefined;
    read.push({ sentence, claim: claim && named !== undefined ? readAs(claim, named) : claim });
    await rest();
  }
  return read;
}

/** A claim of one span as the models are to read it. */
function readAs(claim: ReadClaim, normalised: string): ReadClaim {
  if (claim.parts.length !== 1) return claim;
  const parts = claim.parts.map((part) => ({ ...part, normalised }));
  return { ...claim, parts, spans: parts.filter(({ asserts }) => asserts) };
}

async function nearestBy(source: ReadSource, rest: Rest): Promise<Scoring['nearest']> {
  const alone = source.standingAlone;
  if (alone.length <= MAX_READ_WHOLE) return undefined;
  const texts = alone.map((i) => source.sentences[i]!.normalised);
  const index = await withRests(wordIndexSteps(texts), rest);
  return ({ normalised }) => index.nearest(normalised, NEAREST_SENTENCES).map((place) => alone[place]!);
}

/** With the cited sources alone, where a sentence cites some of the sources and not all. */
function withCited(claims: readonly Omit<ToCheck, 'cited'>[], { sources }: AnswerInput, source: ReadSource): ToCheck[] {
  const numbers = new Map(sources.map(({ id }, number) => [id, number]));
  const known = new Map<string, ReadSource>();
  return claims.map((one) => {
    const cited = new Set(one.sentence.cited.flatMap((id) => numbers.get(id) ?? []));
    if (one.claim === undefined || cited.size === 0 || cited.size === sources.length)
      return { ...one, cited: undefined };
    const key = [...cited].sort((a, b) => a - b).join();
    const only = known.get(key) ?? onlyDocuments(source, cited);
    known.set(key, only);
    return { ...one, cited: only };
  });
}

/** The most milliseconds of one worker's time that the sentences can cost: with all sources, and with those they cite. */
function* costSteps(
  toCheck: readonly ToCheck[],
  source: ReadSource,
  { encoder, limits, perSpan, nearest: chooses }: Scoring,
): Steps<number> {
  const spans = toCheck.flatMap(({ claim }) => claim?.spans ?? []);
  const nearest = chooses ? NEAREST_SENTENCES : undefined;
  let costMs = yield* highestCostSteps({ spans, source, perSpan, nearest }, encoder, limits);
  const citing = new Map<ReadSource, ClaimSpan[]>();
  for (const { claim, cited } of toCheck) {
    if (cited === undefined) continue;
    const own = citing.get(cited) ?? [];
    citing.set(cited, own);
    own.push(...claim!.spans);
  }
  for (const [cited, own] of citing)
    costMs += yield* highestCostSteps({ spans: own, source: cited, perSpan }, encoder, limits);
  return costMs;
}

async function sentenceBody({ sentence, claim, cited }: ToCheck, checking: Checking): Promise<SentenceBody> {
  const { request, parts, sources, scoring } = checking;
  const { prepared, input } = request;
  const quoted = checking.quotations.get(sentence) ?? [];
  const place = prepared.placeBody(sentence.span);
  if (claim === undefined)
    return {
      ...place,
      check_required: false,
      verdict: null,
      confidence: null,
      reasons: [],
      evidence: [],
      citation: unknownOnly(sentence, input),
      quotations: quoted,
    };
  const options = { scoring, calibration: parts.calibration, decides: decidingIn(sources) };
  const all = await checkSentence(claim, sources.source, options);
  const byCited = await checkCited({ sentence, claim, cited }, all, checking);
  const shown = byCited?.verdict === all.verdict ? byCited : all;
  const citation = input.citations === 'none' ? null : citationOf(sentence, { all, byCited }, sources);
  return {
    ...place,
    check_required: true,
    verdict: all.verdict,
    confidence: all.confidence,
    reasons: all.reasons.map((reason) => reasonBody(reason, prepared, sources)),
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
  { sentence, claim, cited }: ToCheck,
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
    scoring: { ...scoring, nearest: undefined },
  };
  return checkSentence(claim!, cited, options);
}

function decidingIn(sources: ReadSources): (place: Span) => boolean {
  return (place) => sources.placeBody(place) !== undefined;
}

interface Checked {
  readonly all: CheckedSentence;
  readonly byCited: CheckedSentence | undefined;
}

function citationOf(sentence: PreparedSentence, { all, byCited }: Checked, sources: ReadSources): CitationBody {
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
    .filter(({ matchType }) => matchType.endsWith('_match'))
    .flatMap(({ runs, marks }) => runs.map((run) => ({ run, words: marks.filter((mark) => isIn(run, mark)).length })));
  return places.toSorted((one, other) => other.words - one.words)[0]?.run;
}

function isIn(run: Span, { start, end }: Span): boolean {
  return start >= run.start && end <= run.end;
}

function evidenceBodies({ runs, premise, matchType }: DecidedEvidence, sources: ReadSources): EvidenceBody[] {
  const { entailment, contradiction } = premise.scores;
  return runs.flatMap((run) => {
    const place = sources.placeBody(run);
    return place === undefined ? [] : [{ ...place, match_type: matchType, entailment, contradiction }];
  });
}

function reasonBody(
  { code, expected, found }: CheckedSentence['reasons'][number],
  prepared: PreparedAnswer,
  sources: ReadSources,
): ReasonBody {
  const inSource = (span: Span | undefined) => (span === undefined ? undefined : sources.placeBody(span));
  return { code, expected: inSource(expected) ?? null, found: found === undefined ? null : prepared.placeBody(found) };
}
