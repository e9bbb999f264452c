import { z } from 'zod';
import { textProblem } from '../../verify/contract/request.ts';
import { type AnswerInput, type ManyAnswersInput, OFFSET_UNITS, OUTCOMES } from '../answer-body.ts';
import { citedSpans } from '../citations/cited-spans.ts';
import { refusalOf } from './request-error.ts';
import { ANSWER_LIMITS, type AnswerLimits } from './request-limits.ts';
import { sourcesProblem } from './request-problems.ts';

/** A string of `min` to `max` code points; one with `visible` needs something to read in it. */
interface TextRule {
  readonly min: number;
  readonly max: number;
  readonly visible: boolean;
  readonly description: string;
}

function textField({ min, max, visible, description }: TextRule) {
  return z
    .string()
    .superRefine((text, context) => {
      const message = textProblem(text, { min, max, visible });
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ minLength: min, maxLength: max, description });
}

function sourceSchema({ idLength, titleLength, sourcesLength }: AnswerLimits) {
  return z.strictObject({
    id: textField({ min: 1, max: idLength, visible: false, description: 'Names the source; unique in the request' }),
    text: textField({ min: 1, max: sourcesLength, visible: true, description: 'The passage' }),
    title: textField({
      min: 0,
      max: titleLength,
      visible: false,
      description: 'The heading of the passage',
    }).optional(),
  });
}

function citedSpanSchema({ sources, idLength }: AnswerLimits) {
  const offset = () => z.number().int().min(0);
  const id = textField({ min: 1, max: idLength, visible: false, description: 'Id of a source' });
  return z.strictObject({
    start: offset().meta({ description: 'Where the cited stretch of the answer begins, in the unit of offsets' }),
    end: offset().meta({ description: 'Where it ends; exclusive' }),
    source_ids: z.array(id).min(1).max(sources).meta({ description: 'The sources that it rests on' }),
  });
}

/** The schema of the body of `POST /v1/verify/answer`. Lengths are code points, as JSON Schema counts them. */
export function answerRequestSchema(limits: AnswerLimits = ANSWER_LIMITS) {
  return z
    .strictObject({
      answer: textField({ min: 1, max: limits.answerLength, visible: true, description: 'The answer to check' }),
      sources: z
        .array(sourceSchema(limits))
        .min(1)
        .max(limits.sources)
        .superRefine((sources, context) => {
          const problem = sourcesProblem(sources, limits);
          if (problem !== undefined) context.addIssue({ code: 'custom', ...problem });
        })
        .meta({
          description: `What the answer is judged against; their texts have at most ${limits.sourcesLength} characters together`,
        }),
      citations: z
        .union([z.enum(['none', 'brackets']), z.array(citedSpanSchema(limits)).max(limits.citedSpans)])
        .default('none')
        .meta({
          description:
            'How the answer cites: not at all, by marks such as [1] whose inner text equals the id of a source, or by these spans',
        }),
      uncertain: z.enum(OUTCOMES).default('review').meta({ description: 'The outcome of an UNCERTAIN answer' }),
      min_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(0)
        .meta({ description: 'A SUPPORTED sentence of less confidence counts as UNCERTAIN' }),
      offsets: z.enum(OFFSET_UNITS).default('utf16').meta({
        description: 'What offsets count: UTF-16 code units, code points or bytes of UTF-8',
      }),
    })
    .meta({ description: 'An answer and the sources it is judged against' });
}

/** The body of `POST /v1/verify/answer` as a caller writes it. */
export type AnswerRequestBody = z.input<ReturnType<typeof answerRequestSchema>>;

/**
 * The reader of request bodies within these limits. It throws an `invalid_request` that names the first offending field,
 * its constraint and what came.
 */
export function answerRequestReader(limits: AnswerLimits = ANSWER_LIMITS): (body: unknown) => AnswerInput {
  const schema = answerRequestSchema(limits);
  return (body) => {
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw refusalOf(parsed.error.issues[0]!, body, limits);
    const { answer, sources, citations, uncertain, min_confidence: minConfidence, offsets } = parsed.data;
    const input: AnswerInput = {
      ...{ answer, citations, uncertain, minConfidence, offsets },
      sources: sources.map(({ id, text, title }) => ({ id, text, ...(title?.trim() ? { title } : {}) })),
    };
    citedSpans(input);
    return input;
  };
}

/** As `answerRequestReader`, for one or several answers of which all else is alike: that is read once. */
export function manyAnswersReader(
  limits: AnswerLimits = ANSWER_LIMITS,
): (answers: readonly string[], others: object) => ManyAnswersInput {
  const readFirst = answerRequestReader(limits);
  const answerAlone = answerRequestSchema(limits).pick({ answer: true });
  return (answers, others) => {
    const { answer, ...read } = readFirst({ ...others, answer: answers[0] });
    for (const next of answers.slice(1)) {
      const parsed = answerAlone.safeParse({ answer: next });
      if (!parsed.success) throw refusalOf(parsed.error.issues[0]!, { answer: next }, limits);
      citedSpans({ ...read, answer: next });
    }
    return { ...read, answers };
  };
}
