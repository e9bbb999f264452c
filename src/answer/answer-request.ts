import type { PlaceBody, SentenceBody } from '../contract/answer.ts';
import {
  ANSWER_LIMITS,
  type AnswerLimits,
  type AnswerSource,
  answerRequestSchemas,
  type Citations,
  OFFSET_UNITS,
  type OffsetUnit,
  SOURCE_FORMATS,
} from '../contract/answer-request.ts';
import { type BodyWords, readBody } from '../contract/read-body.ts';
import { REPAIRS, type Repair } from '../contract/repair.ts';
import { OUTCOMES, type Outcome } from '../contract/verify.ts';
import type { Caller } from '../nli/types.ts';
import type { ClaimDecision } from '../verify/decide/policy.ts';
import { citedSpans } from './citations/cited-ids.ts';

/** A checked request of `POST /v1/verify/answer`. */
export interface AnswerInput {
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly citations: Citations;
  /** The outcome of an UNCERTAIN sentence. */
  readonly uncertain: Outcome;
  /** A SUPPORTED sentence with a lower confidence is `review`. 0 to 1; undefined: the verifier's own. */
  readonly minConfidence: number | undefined;
  readonly offsets: OffsetUnit;
  /** How to repair sentences that do not pass; undefined: leave them. */
  readonly repair?: Repair;
}

export interface AnswerOptions extends Caller {
  /** Called with each sentence in order as soon as it is decided. */
  readonly onSentence?: ((sentence: SentenceBody) => void) | undefined;
  /** Called with the place and the probabilities of each checked sentence, which no body has: evaluations rank by them. */
  readonly onDecision?: ((place: PlaceBody, decision: ClaimDecision) => void) | undefined;
  /** Called with the number of corrected sentences before they are checked; what it rejects with, the whole rejects with. */
  readonly onCorrections?: ((count: number) => Promise<void>) | undefined;
}

/** The reader of request bodies within these limits. It throws as `readBody` does. */
export function answerRequestReader(limits: AnswerLimits = ANSWER_LIMITS): (body: unknown) => AnswerInput {
  const { AnswerRequestBody } = answerRequestSchemas(limits);
  const words = wordsWithin(limits);
  return (body) => {
    const read = readBody(AnswerRequestBody, body, words);
    const { answer, sources, citations, uncertain, min_confidence: minConfidence, offsets, repair } = read;
    const input: AnswerInput = {
      answer,
      citations,
      uncertain,
      minConfidence,
      offsets,
      ...(repair === undefined ? {} : { repair }),
      sources: sources.map(({ id, text, title, format }) => ({
        id,
        text,
        ...(title?.trim() ? { title } : {}),
        ...(format === undefined || format === 'text' ? {} : { format }),
      })),
    };
    citedSpans(input.answer, input);
    return input;
  };
}

function wordsWithin(limits: AnswerLimits): BodyWords {
  const text = (max: number, min = 1) => ({ must: `a string of ${min} to ${max} characters`, max });
  const oneOf = (values: readonly string[]) => ({ must: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });
  const offset = { must: 'a whole number from 0' };
  return {
    answer: text(limits.answerLength),
    sources: { must: `an array of 1 to ${limits.sources} sources`, max: limits.sources },
    'sources[]': {
      must: 'an object with the fields id, text and, where it has them, title and format',
      fields: ['id', 'text', 'title', 'format'],
    },
    'sources[].id': text(limits.idLength),
    'sources[].text': text(limits.sourcesLength),
    'sources[].title': text(limits.titleLength, 0),
    'sources[].format': oneOf(SOURCE_FORMATS),
    citations: {
      must: `"none", "brackets" or an array of at most ${limits.citedSpans} spans`,
      max: limits.citedSpans,
    },
    'citations[]': {
      must: 'an object with the fields start, end and source_ids',
      fields: ['start', 'end', 'source_ids'],
    },
    'citations[].start': offset,
    'citations[].end': offset,
    'citations[].source_ids': { must: `an array of 1 to ${limits.sources} ids`, max: limits.sources },
    'citations[].source_ids[]': text(limits.idLength),
    uncertain: oneOf(OUTCOMES),
    min_confidence: { must: 'a number from 0 to 1' },
    offsets: oneOf(OFFSET_UNITS),
    repair: oneOf(REPAIRS),
  };
}
