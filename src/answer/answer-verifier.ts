import { pMapIterable } from 'p-map';
import type { AnswerBody, SentenceBody } from '../contract/answer.ts';
import type { AnswerRequestBody } from '../contract/answer-request.ts';
import type { NliScores } from '../nli/types.ts';
import { pauseRegularly, withPauses } from '../pause.ts';
import type { Pausing } from '../text/index.ts';
import { ClaimVerifier, type VerifierParts } from '../verify/claim-pipeline.ts';
import { agreesWithCopy } from '../verify/decide/policy.ts';
import type { ClaimSpan } from '../verify/read/read-claim.ts';
import { assertAffordable, expectedCostMs, pausingHighestCost } from '../verify/score/highest-cost.ts';
import { type Scoring, sentencesPerSpan } from '../verify/score/scoring.ts';
import type { AnswerInput, AnswerOptions, ManyAnswersInput } from './answer-input.ts';
import { answerRequestReader } from './answer-request.ts';
import { nearestIn } from './nearest-sentences.ts';
import { decideAnswer, type OutcomePolicy } from './outcome.ts';
import { type AnswerRequest, pausingPreparation } from './prepare-answer.ts';
import { lookUpQuotations } from './quotations/quotations.ts';
import { type ReceiptFacts, withReceipt } from './receipt.ts';
import { type Check, repairAnswer } from './repair/repair-answer.ts';
import { type SentenceToCheck, withCited } from './sentences/cited-sources.ts';
import { readSentences, type SentenceToRead } from './sentences/read-sentences.ts';
import { type Checking, sentenceBody } from './sentences/sentence-body.ts';
import { SharedSources } from './shared-sources.ts';

/** Checks whole answers against several sources. */
export interface AnswerVerifier {
  /** Cuts the answer into sentences: what it costs is known before a model runs. */
  prepareAnswer(input: AnswerInput, signal?: AbortSignal): Promise<AnswerRequest>;
  /** As `prepareAnswer` for each. Verified one after the other, they have their sources read once between them. */
  prepareAnswers(input: ManyAnswersInput, signal?: AbortSignal): Promise<AnswerRequest[]>;
  /**
   * Rejects with `service_unavailable` when the queue has no room for it, with `invalid_request` when it would take more
   * than the longest time allowed, and with the signal's reason when it aborts.
   */
  verifyPrepared(request: AnswerRequest, options?: AnswerOptions): Promise<AnswerBody>;
}

const readAnswerRequest = answerRequestReader();

/** Verifies claims and whole answers with the same models and calibration. */
export class AnsweringVerifier extends ClaimVerifier implements AnswerVerifier {
  readonly #answering: AnsweringParts & { readonly leastConfidence: number };

  constructor(parts: AnsweringParts) {
    super(parts);
    this.#answering = { ...parts, leastConfidence: this.info.minConfidence.value };
  }

  async prepareAnswer({ answer, ...others }: AnswerInput, signal?: AbortSignal): Promise<AnswerRequest> {
    const [request] = await this.prepareAnswers({ answers: [answer], ...others }, signal);
    return request!;
  }

  async prepareAnswers({ answers, ...others }: ManyAnswersInput, signal?: AbortSignal): Promise<AnswerRequest[]> {
    const sources = new SharedSources(others.sources, others.offsets);
    const pause = pauseRegularly(signal);
    const requests: AnswerRequest[] = [];
    for (const answer of answers) {
      const input = { answer, ...others };
      requests.push({ input, prepared: await withPauses(pausingPreparation(input), pause), sources });
    }
    return requests;
  }

  /**
   * Both steps in one: checks the body of a request of `POST /v1/verify/answer` within ANSWER_LIMITS. Rejects with
   * `invalid_request` for a field that is not as it should be, and as `verifyPrepared` does.
   */
  async verifyAnswer(body: AnswerRequestBody, options: AnswerOptions = {}): Promise<AnswerBody> {
    return this.verifyPrepared(await this.prepareAnswer(readAnswerRequest(body), options.signal), options);
  }

  verifyPrepared(request: AnswerRequest, options: AnswerOptions = {}): Promise<AnswerBody> {
    return verifyAnswer(request, this.#answering, options);
  }
}

interface AnsweringParts extends VerifierParts {
  /** Of the product, for receipts. */
  readonly version: string;
}

/** Sentences in work at a time: enough to fill batches, few enough that the first is decided early. */
const CONCURRENCY = 4;
/** Fewer than a claim of the greatest length has: an answer has more sentences. */
const COMPARED_PAIRS = 1_000;

/** Checks every sentence of an answer against all sources and gives the body of `POST /v1/verify/answer`. */
async function verifyAnswer(
  request: AnswerRequest,
  parts: AnsweringParts & { readonly leastConfidence: number },
  { onCorrections, ...options }: AnswerOptions,
): Promise<AnswerBody> {
  const input = { ...request.input, minConfidence: request.input.minConfidence ?? parts.leastConfidence };
  const check: Check = (one, rest) => checkSentences(one, parts, { ...options, ...rest, policy: input });
  const { read, sentences } = await check(request);
  const { outcome, verdict, ...shares } = decideAnswer(sentences, input);
  const { offsets, minConfidence, repair } = input;
  const body = { outcome, verdict, offsets, min_confidence: minConfidence, ...shares, sentences };
  const pause = pauseRegularly(options.signal);
  const checked = { request, read, bodies: sentences };
  const repaired = repair && { repaired: await repairAnswer(checked, { check, onCorrections, pause }) };
  return withReceipt({ ...body, ...repaired }, { input, ...receiptParts(parts) });
}

interface Checked {
  /** All sentences of the answer. */
  readonly read: readonly SentenceToRead[];
  /** Those that were checked, and those that need not be. */
  readonly sentences: readonly SentenceBody[];
}

interface CheckOptions extends Omit<AnswerOptions, 'onCorrections'> {
  readonly policy: OutcomePolicy & AnswerInput;
  /** The numbers of the sentences to check; undefined: all. */
  readonly only?: ReadonlySet<number>;
}

/** Checks sentences of an answer against all sources. */
async function checkSentences(
  request: AnswerRequest,
  parts: AnsweringParts,
  { onSentence, policy, only, ...caller }: CheckOptions,
): Promise<Checked> {
  const { encoder, limits, maxRequestMs } = parts;
  const { prepared, input } = request;
  const texts = { claim: prepared.text, source: input.sources.map(({ text }) => text).join('\n') };
  const permit = encoder.admit(expectedCostMs(texts, encoder, limits), caller);
  try {
    await permit.turn();
    const pause = pauseRegularly(caller.signal, permit.turn);
    const read = await readSentences(request, parts, pause);
    const claims = only === undefined ? read : read.filter((_, i) => only.has(i));
    const use = { encoder, parts: claims.flatMap(({ claim }) => claim?.parts ?? []) };
    const { sources, index } = await request.sources.read(use, pause);
    const perSpan = sentencesPerSpan(1, limits);
    const { source } = sources;
    const nearest = index && nearestIn(source, index);
    const settles = (scores: NliScores) => agreesWithCopy(scores, parts.calibration);
    const scoring = {
      source,
      encoder,
      permit,
      limits,
      perSpan,
      pause,
      nearest,
      settles,
      comparedPairs: COMPARED_PAIRS,
    };
    const toCheck = await withCited(claims, input, { source, index, pause });
    const costMs = await withPauses(pausingCost(toCheck, scoring), pause);
    assertAffordable(costMs, maxRequestMs, encoder);
    permit.reserve(costMs);
    const quotations = await lookUpQuotations(input, prepared, { read: sources, pause });
    const checking: Checking = { request, policy, parts, sources, quotations, scoring };
    const sentences: SentenceBody[] = [];
    const check = (one: SentenceToCheck) => sentenceBody(one, checking);
    for await (const body of pMapIterable(toCheck, check, { concurrency: CONCURRENCY })) {
      caller.signal?.throwIfAborted();
      sentences.push(body);
      onSentence?.(body);
    }
    return { read, sentences };
  } finally {
    permit.end();
  }
}

function receiptParts({ encoder, calibration, version }: AnsweringParts): Omit<ReceiptFacts, 'input'> {
  const { verdict, evidence } = encoder;
  return { models: { verdict: verdict.info.sha256, evidence: evidence?.info.sha256 ?? null }, calibration, version };
}

/** The most milliseconds of one worker's time that the sentences can cost: with all sources, and with those they cite. */
function* pausingCost(toCheck: readonly SentenceToCheck[], scoring: Scoring): Pausing<number> {
  const spans = toCheck.flatMap(({ claim }) => claim?.spans ?? []);
  let costMs = yield* pausingHighestCost(spans, scoring);
  const citing = new Map<NonNullable<SentenceToCheck['cited']>, ClaimSpan[]>();
  for (const { claim, cited } of toCheck) {
    if (cited === undefined) continue;
    const own = citing.get(cited) ?? [];
    citing.set(cited, own);
    own.push(...claim!.spans);
  }
  for (const [cited, own] of citing) costMs += yield* pausingHighestCost(own, { ...scoring, ...cited });
  return costMs;
}
