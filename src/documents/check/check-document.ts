import { pMapIterable } from 'p-map';
import { type AnswerRequest, pausingPreparation } from '../../answer/prepare-answer.ts';
import { lookUpQuotations } from '../../answer/quotations/quotations.ts';
import { SharedSources } from '../../answer/read-sources.ts';
import { readSentences, type SentenceToRead } from '../../answer/sentences/read-sentences.ts';
import { sentenceBody } from '../../answer/sentences/sentence-body.ts';
import type { EvidenceBody, SentenceBody } from '../../contract/answer.ts';
import type { OffsetUnit, Outcome } from '../../contract/answer-request.ts';
import type { Caller } from '../../nli/types.ts';
import { pauseRegularly, withPauses } from '../../pause.ts';
import type { Span } from '../../text/index.ts';
import type { DocumentPlace, ReadDocument } from '../document.ts';
import type { Finder } from '../index/finder.ts';
import { readCandidates } from './candidate-sources.ts';
import { type CheckingParts, withCandidates } from './find-candidates.ts';

/** A sentence of a draft, as one of an answer; its evidence tells file (`source_id`), page, line and headings. */
export interface DraftSentence extends SentenceBody {
  readonly evidence: (EvidenceBody & DocumentPlace)[];
}

export interface CheckOptions extends Caller {
  /** The outcome of an UNCERTAIN sentence. */
  readonly uncertain?: Outcome | undefined;
  /** A SUPPORTED sentence with a lower confidence is `review`. 0 to 1; undefined: the verifier's own. */
  readonly minConfidence?: number | undefined;
  readonly offsets?: OffsetUnit | undefined;
  /** Sentences of the draft that are passed over: those that an earlier run has given. */
  readonly from?: number | undefined;
}

/** Sentences in work at a time: enough to fill batches, few enough that the first is decided early. */
const CONCURRENCY = 4;

/**
 * Checks every sentence of a draft against an indexed folder, and gives each in order as soon as it is decided: the word
 * index names sentences, of these the evidence model names candidates, and the passages that they stand in are the sources
 * of the sentence. Throws the signal's reason when it aborts.
 */
export async function* checkDocument(
  draft: ReadDocument,
  finder: Finder,
  parts: CheckingParts['parts'] & { readonly leastConfidence: number },
  { uncertain = 'review', minConfidence = parts.leastConfidence, offsets = 'utf16', from = 0, ...caller }: CheckOptions,
): AsyncGenerator<DraftSentence, void, undefined> {
  const pause = pauseRegularly(caller.signal);
  const input = { answer: draft.text, sources: [], citations: 'none', uncertain, offsets, minConfidence } as const;
  const prepared = await withPauses(pausingPreparation(input), pause);
  const request = { input, prepared, sources: new SharedSources([], offsets) };
  const claims = await readSentences(request, parts.encoder, pause);
  const check = (one: SentenceToRead) => checkSentence(one, request, { parts, finder, caller });
  for await (const body of pMapIterable(claims.slice(from), check, { concurrency: CONCURRENCY })) {
    caller.signal?.throwIfAborted();
    yield body;
  }
}

interface DraftRequest extends AnswerRequest {
  readonly input: AnswerRequest['input'] & { readonly minConfidence: number };
}

async function checkSentence(
  one: SentenceToRead,
  request: DraftRequest,
  checking: CheckingParts,
): Promise<DraftSentence> {
  const { input, prepared } = request;
  // For what asserts nothing nothing is looked up, and no quotation of it.
  const sentence = one.claim === undefined ? { ...one.sentence, quotations: [] } : one.sentence;
  const claim = one.claim ?? { text: sentence.text, parts: [], spans: [] };
  return withCandidates(claim, checking, async (candidates, { check, pause }) => {
    const use = { encoder: checking.parts.encoder, parts: claim.parts };
    const { sources, documents, nearest } = await readCandidates(candidates, checking.finder, {
      ...{ use, pause, unit: input.offsets },
    });
    const alone = { ...prepared, sentences: [sentence] };
    const read = { ...input, sources: documents.map(({ file, text }) => ({ id: file, text })) };
    const quotations = await lookUpQuotations(read, alone, { read: sources, pause });
    const decides = (place: Span) => sources.placeBody(place) !== undefined;
    const beside = { source: sources.source, nearest, decides };
    const toCheck = { ...one, sentence, against: one.claim === undefined ? ([] as const) : ([beside] as const) };
    const body = await sentenceBody(toCheck, { request, policy: input, sources, quotations, check });
    // Every place that these sources give carries page, line and headings.
    return body as DraftSentence;
  });
}
