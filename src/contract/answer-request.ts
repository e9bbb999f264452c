import { z } from 'zod';
import type { Body } from './body.ts';
import { REPAIRS } from './repair.ts';
import { codePoints, shortened, textField } from './texts.ts';
import { OUTCOMES } from './verify.ts';

export const OFFSET_UNITS = ['utf16', 'code_point', 'utf8'] as const;
/** The unit of offsets: UTF-16 code units (JavaScript), code points (Python) or bytes of UTF-8 (Go, Rust). */
export type OffsetUnit = (typeof OFFSET_UNITS)[number];

export const SOURCE_FORMATS = ['text', 'json', 'jsonl', 'csv'] as const;
/** How the text of a source is written: as prose, or as records. */
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

/** Limits of a request to `POST /v1/verify/answer`. Lengths are Unicode code points. */
export interface AnswerLimits {
  readonly answerLength: number;
  readonly sources: number;
  /** Length of all source texts together. */
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

/** The body of `POST /v1/verify/answer` and its parts. */
export function answerRequestSchemas(limits: AnswerLimits = ANSWER_LIMITS) {
  const { sourcesLength, idLength, titleLength } = limits;
  const AnswerSource = z.strictObject({
    id: textField({ min: 1, max: idLength, visible: false, description: 'Names the source; unique in the request' }),
    text: textField({ min: 1, max: sourcesLength, visible: true, description: 'The passage' }),
    title: textField({
      min: 0,
      max: titleLength,
      visible: false,
      description: 'The heading of the passage',
    }).optional(),
    format: z
      .enum(SOURCE_FORMATS)
      .optional()
      .meta({
        description:
          'Format of the text, by default text. json: one JSON value, as a tool returns it; jsonl: one value per line; ' +
          'csv: rows after a header with the names of the columns',
      }),
  });
  const offset = () => z.number().int().min(0);
  const id = textField({ min: 1, max: idLength, visible: false, description: 'Id of a source' });
  const CitedSpan = z.strictObject({
    start: offset().meta({ description: 'Where the cited part of the answer begins, in the unit of offsets' }),
    end: offset().meta({ description: 'Where it ends; exclusive' }),
    source_ids: z.array(id).min(1).max(limits.sources).meta({ description: 'Ids of the sources that it cites' }),
  });
  const Citations = z.union([z.enum(['none', 'brackets']), z.array(CitedSpan).max(limits.citedSpans)]);
  const AnswerRequestBody = z
    .strictObject({
      answer: textField({ min: 1, max: limits.answerLength, visible: true, description: 'The answer to check' }),
      sources: z
        .array(AnswerSource)
        .min(1)
        .max(limits.sources)
        .superRefine((sources, context) => {
          const problem = sourcesProblem(sources, limits);
          if (problem !== undefined) context.addIssue({ code: 'custom', ...problem });
        })
        .meta({
          description: `The sources to check the answer against; their texts have at most ${sourcesLength} characters together`,
        }),
      citations: Citations.default('none').meta({
        description:
          'How the answer cites: not at all, by marks such as [1] whose inner text equals the id of a source, or by these spans',
      }),
      uncertain: z.enum(OUTCOMES).default('review').meta({ description: 'The outcome of an UNCERTAIN sentence' }),
      min_confidence: z.number().min(0).max(1).optional().meta({
        description: 'A SUPPORTED sentence with less confidence gets the outcome review; default: MIN_CONFIDENCE',
      }),
      offsets: z.enum(OFFSET_UNITS).default('utf16').meta({
        description: 'Unit of offsets: UTF-16 code units, code points or bytes of UTF-8',
      }),
      repair: z
        .enum(REPAIRS)
        .optional()
        .meta({
          description:
            'remove: the response has the answer without the sentences that do not pass; mark: with a mark after each. A ' +
            'sentence that is checked again with a corrected value counts as a checked sentence',
        }),
    })
    .meta({ description: 'An answer and the sources to check it against' });
  return { AnswerRequestBody, AnswerSource, Citations, CitedSpan };
}

type Schemas = ReturnType<typeof answerRequestSchemas>;
/** The request of `POST /v1/verify/answer`. The limits are those of a service that was set to no others. */
export type AnswerRequestBody = Body<Schemas['AnswerRequestBody']>;
/** A retrieved passage, or records. The title is read before the text as its heading: it decides nothing alone. */
export type AnswerSource = Body<Schemas['AnswerSource']>;
/** `brackets`: citation marks such as "[1]", "[1-3]" and "[doc-2]" cite the source ids that they refer to. */
export type Citations = Body<Schemas['Citations']>;
/** Explicit citation: this stretch of the answer says that it rests on these sources. */
export type CitedSpan = Body<Schemas['CitedSpan']>;

/**
 * Problems of sources that are each valid: a repeated id, or too much text together. The message is the end of a sentence that
 * begins with the name of the field; `params` are for the details of the error.
 */
function sourcesProblem(sources: readonly AnswerSource[], { sourcesLength: max }: AnswerLimits) {
  const known = new Map<string, number>();
  for (const [i, { id }] of sources.entries()) {
    const first = known.get(id);
    if (first !== undefined) {
      const message = `must differ from the ids before it, got ${JSON.stringify(shortened(id))}, the id of sources[${first}]`;
      return { path: [i, 'id'], message, params: {} };
    }
    known.set(id, i);
  }
  const length = sources.reduce((sum, { text }) => sum + codePoints(text), 0);
  if (length <= max) return undefined;
  const message = `must have texts of at most ${max} characters together, got ${length}`;
  return { path: [], message, params: { max_length: max, received_length: length } };
}
