import { pMapIterable } from 'p-map';
import { AnsweringVerifier } from '../../answer/answer-verifier.ts';
import { type AnswerRequest, pausingPreparation } from '../../answer/prepare-answer.ts';
import { lookUpQuotations } from '../../answer/quotations/quotations.ts';
import { readSentences, type SentenceToRead } from '../../answer/sentences/read-sentences.ts';
import { sentenceBody } from '../../answer/sentences/sentence-body.ts';
import { SharedSources } from '../../answer/shared-sources.ts';
import type { EvidenceBody, SentenceBody } from '../../contract/answer.ts';
import type { OffsetUnit, Outcome } from '../../contract/answer-request.ts';
import type { Caller } from '../../nli/types.ts';
import { pauseRegularly, withPauses } from '../../pause.ts';
import { readClaim } from '../../verify/read/read-claim.ts';
import type { DocumentPlace, ReadDocument } from '../document.ts';
import type { Candidate, Finder } from '../index/finder.ts';
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
/** Checks drafts against folders of documents, beside claims and answers. */
export class DocumentVerifier extends AnsweringVerifier {
  /**
   * Checks every sentence of a draft against an indexed folder, and gives each in order as soon as it is decided: the word
   * index names sentences, of these the evidence model names candidates, and the passages that they stand in are the
   * sources of the sentence. Throws the signal's reason when it aborts.
   */
  async *checkDocument(
    draft: ReadDocument,
    finder: Finder,
    { uncertain = 'review', minConfidence, offsets = 'utf16', from = 0, ...caller }: CheckOptions = {},
  ): AsyncGenerator<DraftSentence, void, undefined> {
    const pause = pauseRegularly(caller.signal);
    const input: AnswerRequest['input'] = {
      ...{ answer: draft.text, sources: [], citations: 'none', uncertain, offsets },
      minConfidence: minConfidence ?? this.info.minConfidence.value,
    };
    const prepared = await withPauses(pausingPreparation(input), pause);
    const request: AnswerRequest = { input, prepared, sources: new SharedSources([], offsets) };
    const claims = await readSentences(request, this.parts, pause);
    const check = (one: SentenceToRead) => checkSentence(one, request, { parts: this.parts, finder, caller });
    for await (const body of pMapIterable(claims.slice(from), check, { concurrency: CONCURRENCY })) {
      caller.signal?.throwIfAborted();
      yield body;
    }
  }

  /** The sentences of the folder that a claim is checked against. */
  async candidates(text: string, finder: Finder, caller: Caller = {}): Promise<readonly Candidate[]> {
    const claim = await readClaim(text, this.parts.encoder, pauseRegularly(caller.signal));
    return withCandidates(claim, { parts: this.parts, finder, caller }, async (candidates) => candidates);
  }
}

async function checkSentence(
  one: SentenceToRead,
  request: AnswerRequest,
  checking: CheckingParts,
): Promise<DraftSentence> {
  // For what asserts nothing nothing is looked up, and no quotation of it.
  const sentence = one.claim === undefined ? { ...one.sentence, quotations: [] } : one.sentence;
  const claim = one.claim ?? { text: sentence.text, parts: [], spans: [] };
  return withCandidates(claim, checking, async (candidates, scoring) => {
    const { encoder, pause } = scoring;
    const given = { use: { encoder, parts: claim.parts }, unit: request.input.offsets, pause };
    const { sources, documents, nearest } = await readCandidates(candidates, checking.finder, given);
    const input = { ...request.input, sources: documents.map(({ file, text }) => ({ id: file, text })) };
    const prepared = { ...request.prepared, sentences: [sentence] };
    const quotations = await lookUpQuotations(input, prepared, { read: sources, pause });
    const body = await sentenceBody(
      { ...one, sentence, cited: undefined },
      {
        ...{ request, sources, quotations, parts: checking.parts },
        policy: { ...input, minConfidence: input.minConfidence! },
        scoring: { ...scoring, source: sources.source, nearest },
      },
    );
    // Every place that these sources give carries page, line and headings.
    return body as DraftSentence;
  });
}
