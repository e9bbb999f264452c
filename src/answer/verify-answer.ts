import type { AnswerBody, RiskBody, SentenceBody } from '../contract/answer.ts';
import { pauseRegularly } from '../pause.ts';
import { admitRequest, type PipelineParts } from '../verify/pipeline.ts';
import { REQUEST_KINDS } from '../verify/request-kinds.ts';
import type { AnswerInput, AnswerOptions } from './answer-request.ts';
import { decideAnswer, type OutcomePolicy } from './outcome.ts';
import type { AnswerRequest } from './prepare-answer.ts';
import { lookUpQuotations, type Quotations } from './quotations/quotations.ts';
import { readableText } from './readable-source.ts';
import { withReceipt } from './receipt.ts';
import { type Check, repairAnswer } from './repair/repair.ts';
import { readSentences, withSources } from './sentences/read-sentences.ts';
import { sentenceBody } from './sentences/sentence-body.ts';
import { documentPlaces } from './sources.ts';

export interface AnswerParts extends PipelineParts {
  /** The least confidence with which a sentence passes, where a request states none. */
  readonly leastConfidence: number;
  /** Measured risk of the answers that pass at this confidence. */
  readonly risk: RiskBody | undefined;
  /** Version of the product, for receipts. */
  readonly version: string;
}

/** Checks every sentence of an answer against all sources and gives the body of `POST /v1/verify/answer`. */
export async function verifyAnswer(
  request: AnswerRequest,
  parts: AnswerParts,
  { onCorrections, ...options }: AnswerOptions,
): Promise<AnswerBody> {
  const input = { ...request.input, minConfidence: request.input.minConfidence ?? parts.leastConfidence };
  const check: Check = (one, rest) => checkSentences(one, parts, { ...options, ...rest, policy: input });
  const { read, sentences } = await check(request);
  const { outcome, verdict, ...shares } = decideAnswer(sentences);
  const { offsets, minConfidence, repair, uncertain } = input;
  const isMeasured = minConfidence === parts.leastConfidence && uncertain !== 'pass';
  const risk = isMeasured && parts.risk !== undefined ? { risk: parts.risk } : {};
  const body = { outcome, verdict, offsets, min_confidence: minConfidence, ...risk, ...shares, sentences };
  const pause = pauseRegularly(options.signal);
  const toRepair = { request, read, bodies: sentences, check, onCorrections, pause };
  const repaired = repair && { repaired: await repairAnswer(toRepair) };
  const { encoder, calibration, version } = parts;
  const models = { verdict: encoder.verdict.info.sha256, evidence: encoder.evidence?.info.sha256 ?? null };
  return withReceipt({ ...body, ...repaired }, { input, models, calibration, version });
}

interface CheckOptions extends Omit<AnswerOptions, 'onCorrections'> {
  readonly policy: OutcomePolicy & AnswerInput;
  /** The numbers of the sentences to check; undefined: all. */
  readonly only?: ReadonlySet<number>;
}

/** Reads all sentences of an answer and checks them, or some of them, against all sources. */
async function checkSentences(
  request: AnswerRequest,
  parts: AnswerParts,
  { onSentence, onDecision, policy, only, ...caller }: CheckOptions,
): ReturnType<Check> {
  const { prepared, input } = request;
  const texts = { claims: [prepared.text], sources: input.sources.map(readableText) };
  const admitted = await admitRequest(REQUEST_KINDS.answer, texts, parts, caller);
  try {
    const { encoder } = parts;
    const { pause } = admitted;
    const read = await readSentences(request, encoder, pause);
    const some = only === undefined ? read : read.filter((_, i) => only.has(i));
    const use = { encoder, parts: some.flatMap(({ claim }) => claim?.parts ?? []) };
    const all = await request.sources.read(use, pause);
    const statements = await withSources(some, input, { all, encoder, pause });
    const sources = { sources: all.sources, placeOf: documentPlaces(input.sources, input.offsets) };
    const sentences: SentenceBody[] = [];
    let quotations: Quotations | undefined;
    for await (const checked of admitted.check(statements)) {
      // Not before the request is known to cost no more than it may.
      quotations ??= await lookUpQuotations(input, prepared, { read: sources, pause });
      const { sentence } = some[sentences.length]!;
      const body = sentenceBody(sentence, checked, { request, policy, sources, quotations, onDecision });
      sentences.push(body);
      onSentence?.(body);
    }
    return { read, sentences };
  } finally {
    admitted.end();
  }
}
