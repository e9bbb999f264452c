/** What a request of `POST /v1/verify/answer` may hold. Lengths are Unicode code points. */
export interface AnswerLimits {
  readonly answerLength: number;
  readonly sources: number;
  /** Of the texts of all sources together. */
  readonly sourcesLength: number;
  readonly idLength: number;
  readonly titleLength: number;
  readonly citedSpans: number;
}

export const ANSWER_LIMITS: AnswerLimits = {
  answerLength: 10_000,
  sources: 200,
  sourcesLength: 100_000,
  idLength: 200,
  titleLength: 500,
  citedSpans: 1_000,
};

/** Sentences times the ids that each cites: the answer repeats an id for every sentence that a span overlaps. */
export const MOST_SENTENCE_CITATIONS = 10_000;
