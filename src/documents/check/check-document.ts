import { pMapIterable } from 'p-map';
import { type AnswerRequest, prepareAnswer } from '../../answer/prepare-answer.ts';
import { lookUpQuotations } from '../../answer/quotations/quotations.ts';
import { readSentences, type SentenceToRead } from '../../answer/sentences/read-sentences.ts';
import { sentenceBody } from '../../answer/sentences/sentence-body.ts';
import { documentPlaces, SourcesOnce } from '../../answer/sources.ts';
import type { EvidenceBody, SentenceBody, SourcePlaceBody } from '../../contract/answer.ts';
import type { OffsetUnit } from '../../contract/answer-request.ts';
import type { Outcome } from '../../contract/verify.ts';
import type { Caller } from '../../nli/types.ts';
import { pauseRegularly } from '../../pause.ts';
import type { Span } from '../../text/index.ts';
import { admitRequest, type PipelineParts } from '../../verify/pipeline.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';
import { readSources } from '../../verify/read/read-source.ts';
import { REQUEST_KINDS } from '../../verify/request-kinds.ts';
import type { DocumentPlace, PageRectangle, ReadDocument } from '../document.ts';
import type { Finder } from '../index/finder.ts';
import type { Passage } from '../split/split-document.ts';
import { closestPassages } from './closest-passages.ts';
import { type PassageSource, passageSource, placeOfPassage } from './record-source.ts';

/** A sentence of a draft, as one of an answer; its evidence has file (`source_id`), page, line and headings. */
export interface DraftSentence extends SentenceBody {
  readonly evidence: DraftEvidence[];
}

export interface DraftEvidence extends EvidenceBody, DocumentPlace {
  /** For a PDF, a rectangle for each line of the words; empty if they were not found on the page. */
  readonly rectangles?: readonly PageRectangle[];
}

export interface CheckOptions extends Caller {
  /** The outcome of an UNCERTAIN sentence. */
  readonly uncertain?: Outcome | undefined;
  /** A SUPPORTED sentence with a lower confidence is `review`. 0 to 1; undefined: the verifier's own. */
  readonly minConfidence?: number | undefined;
  readonly offsets?: OffsetUnit | undefined;
}

/** Sentences in work at a time: enough to fill batches, few enough that the first is decided early. */
const CONCURRENCY = 4;

/** Sentences of the index from which the passages for a sentence of the draft are chosen. */
const FOUND_SENTENCES = 100;

/**
 * Checks every sentence of a draft against an indexed folder, and gives each in order as soon as it is decided: the word
 * index names sentences, and the closest of the passages with these sentences are its sources, checked together. Throws the
 * signal's reason when it aborts.
 */
export async function* checkDocument(
  draft: ReadDocument,
  finder: Finder,
  parts: PipelineParts & { readonly leastConfidence: number },
  { uncertain = 'review', minConfidence = parts.leastConfidence, offsets = 'utf16', ...caller }: CheckOptions,
): AsyncGenerator<DraftSentence, void, undefined> {
  const pause = pauseRegularly(caller.signal);
  const input = { answer: draft.text, sources: [], citations: 'none', uncertain, offsets, minConfidence } as const;
  const prepared = await prepareAnswer(input, pause);
  const request = { input, prepared, sources: new SourcesOnce([]) };
  const claims = await readSentences(request, parts.encoder, pause);
  const check = (one: SentenceToRead) => checkSentence(one, request, { parts, finder, caller });
  for await (const body of pMapIterable(claims, check, { concurrency: CONCURRENCY })) {
    caller.signal?.throwIfAborted();
    yield body;
  }
}

async function checkSentence(
  one: SentenceToRead,
  request: AnswerRequest & { readonly input: AnswerRequest['input'] & { readonly minConfidence: number } },
  { parts, finder, caller }: { readonly parts: PipelineParts; readonly finder: Finder; readonly caller: Caller },
): Promise<DraftSentence> {
  const { input, prepared } = request;
  const { claim } = one;
  const passages = claim === undefined ? [] : await passagesFor(claim, finder, caller);
  // For what asserts nothing nothing is looked up, and no quotation of it.
  const sentence = claim === undefined ? { ...one.sentence, quotations: [] } : one.sentence;
  const expected = { claims: [sentence.text], sources: passages.map(({ text }) => text) };
  const admitted = await admitRequest(REQUEST_KINDS.draft, expected, parts, caller);
  try {
    const { pause } = admitted;
    // Features that count sentences of the sources count these: the calibration sees a large folder as one source of a
    // request.
    const read: PassageSource[] = [];
    for (const passage of passages) read.push(await passageSource(passage, finder.document(passage.file), pause));
    const texts = read.map((one) => one.passage);
    const set = await readSources(texts, { encoder: parts.encoder, parts: claim?.parts ?? [] }, pause);
    const sources = { sources: texts, placeOf: placesIn(read, input.offsets) };
    const checked = await admitted.check([{ claim, sources: set }]).next();
    const quoted = { ...input, sources: read.map(({ source }) => source) };
    const quotations = await lookUpQuotations(quoted, { ...prepared, sentences: [sentence] }, { read: sources, pause });
    // Every place that these sources return has page, line and headings.
    return sentenceBody(sentence, checked.value!, { request, policy: input, sources, quotations }) as DraftSentence;
  } finally {
    admitted.end();
  }
}

/** Places in documents, each with its page, line and headings. */
function placesIn(read: readonly PassageSource[], unit: OffsetUnit) {
  const placeOf = documentPlaces(
    read.map(({ source }) => source),
    unit,
  );
  return (source: number, span: Span): SourcePlaceBody & DocumentPlace => ({
    ...placeOf(source, span),
    ...placeOfPassage(read[source]!, span),
  });
}

async function passagesFor(claim: ReadClaim, finder: Finder, { signal }: Caller): Promise<readonly Passage[]> {
  const words = claim.spans.map(({ normalised }) => normalised).join(' ');
  return closestPassages(words, finder.nearest(words, FOUND_SENTENCES), pauseRegularly(signal));
}
