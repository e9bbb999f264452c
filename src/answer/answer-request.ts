import type { z } from 'zod';
import {
  ANSWER_LIMITS,
  type AnswerLimits,
  answerRequestSchemas,
  OFFSET_UNITS,
  OUTCOMES,
} from '../contract/answer-request.ts';
import { REPAIRS } from '../contract/repair.ts';
import { codePoints, shortened } from '../contract/texts.ts';
import { type ErrorDetails, ServiceError } from '../errors.ts';
import { didYouMean, givenAs, kindOf, listed, noObject } from '../verify/contract/request.ts';
import type { AnswerInput, ManyAnswersInput } from './answer-input.ts';
import { citedSpans } from './citations/cited-spans.ts';

/**
 * The reader of request bodies within these limits. It throws an `invalid_request` that names the first offending field,
 * its constraint and what came.
 */
export function answerRequestReader(limits: AnswerLimits = ANSWER_LIMITS): (body: unknown) => AnswerInput {
  const { AnswerRequestBody } = answerRequestSchemas(limits);
  return (body) => {
    const parsed = AnswerRequestBody.safeParse(body);
    if (!parsed.success) throw refusalOf(parsed.error.issues[0]!, body, limits);
    const { answer, sources, citations, uncertain, min_confidence: minConfidence, offsets, repair } = parsed.data;
    const input: AnswerInput = {
      ...{ answer, citations, uncertain, minConfidence, offsets },
      ...(repair === undefined ? {} : { repair }),
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
  const answerAlone = answerRequestSchemas(limits).AnswerRequestBody.pick({ answer: true });
  return (answers, others) => {
    const { answer, repair, ...read } = readFirst({ ...others, answer: answers[0] });
    if (repair !== undefined) throw notRepaired();
    for (const next of answers.slice(1)) {
      const parsed = answerAlone.safeParse({ answer: next });
      if (!parsed.success) throw refusalOf(parsed.error.issues[0]!, { answer: next }, limits);
      citedSpans({ ...read, answer: next });
    }
    return { ...read, answers };
  };
}

function notRepaired(): ServiceError {
  const message = 'repair is a field of POST /v1/verify/answer alone: leave it out here.';
  return new ServiceError('invalid_request', message, { details: { field: 'repair' } });
}

/** What a field must be, and its greatest length where it has one. */
interface Constraint {
  readonly must: string;
  readonly max?: number;
}

/** By the field's path, with [] for any index. */
function constraints(limits: AnswerLimits): Readonly<Record<string, Constraint>> {
  const text = (max: number, min = 1) => ({ must: `a string of ${min} to ${max} characters`, max });
  const oneOf = (values: readonly string[]) => ({ must: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });
  const offset = { must: 'a whole number from 0' };
  return {
    answer: text(limits.answerLength),
    sources: { must: `an array of 1 to ${limits.sources} sources`, max: limits.sources },
    'sources[]': { must: 'an object with the fields id, text and, where it has one, title' },
    'sources[].id': text(limits.idLength),
    'sources[].text': text(limits.sourcesLength),
    'sources[].title': text(limits.titleLength, 0),
    citations: {
      must: `"none", "brackets" or an array of at most ${limits.citedSpans} spans`,
      max: limits.citedSpans,
    },
    'citations[]': { must: 'an object with the fields start, end and source_ids' },
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

const FIELDS = ['answer', 'sources', 'citations', 'uncertain', 'min_confidence', 'offsets', 'repair'];
const SOURCE_FIELDS = ['id', 'text', 'title'];
const SPAN_FIELDS = ['start', 'end', 'source_ids'];
type Path = readonly PropertyKey[];

/** The refusal of a body for what the schema found first: it names the field, its constraint and what came. */
function refusalOf(issue: z.core.$ZodIssue, body: unknown, limits: AnswerLimits): ServiceError {
  if (issue.code === 'invalid_union') {
    const within = issue.errors.flat().find(({ path }) => path.length > 0);
    if (within !== undefined) return refusalOf({ ...within, path: [...issue.path, ...within.path] }, body, limits);
  }
  if (issue.code === 'unrecognized_keys') return unknownField(issue.path, issue.keys[0]!, limits);
  if (issue.path.length === 0) return noObject(body, FIELDS);
  const field = nameOf(issue.path);
  const value = valueAt(body, issue.path);
  const { must, max } = constraintOf(issue.path, limits);
  if (issue.code === 'custom' && issue.params !== undefined)
    return new ServiceError('invalid_request', `${field} ${issue.message}.`, { details: { field, ...issue.params } });
  const what = issue.code === 'custom' ? issue.message : `got ${cameAs(value)}`;
  const details = detailsOf(field, value, max);
  const hint = value === undefined && issue.path.length === 1 ? givenAs(field, body, FIELDS) : '';
  return new ServiceError('invalid_request', `${field} must be ${must}, ${what}.${hint}`, { details });
}

function detailsOf(field: string, value: unknown, max: number | undefined): ErrorDetails {
  if (max === undefined) return { field };
  const length = typeof value === 'string' ? codePoints(value) : Array.isArray(value) ? value.length : undefined;
  return { field, max_length: max, ...(length === undefined ? {} : { received_length: length }) };
}

function unknownField(path: Path, key: string, limits: AnswerLimits): ServiceError {
  const owner = path.length === 0 ? undefined : nameOf(path);
  const known = owner === undefined ? FIELDS : owner.startsWith('sources') ? SOURCE_FIELDS : SPAN_FIELDS;
  const expected =
    owner === undefined ? `only the fields ${listed(FIELDS)}` : `${owner} to be ${constraintOf(path, limits).must}`;
  return new ServiceError(
    'invalid_request',
    `Expected ${expected}, got the field ${shown(key)}.${didYouMean(key, known)}`,
    {
      details: { field: owner === undefined ? shortened(key) : `${owner}.${shortened(key)}` },
    },
  );
}

function constraintOf(path: Path, limits: AnswerLimits): Constraint {
  return constraints(limits)[nameOf(path).replace(/\[\d+\]/g, '[]')]!;
}

/** "sources[3].text". */
function nameOf(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1);
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((value, step) => (value as Record<PropertyKey, unknown>)[step], body);
}

/** What came, in a sentence: short values themselves, of everything else the kind or the count. */
function cameAs(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return shown(value);
  return Array.isArray(value) ? `an array of ${value.length}` : kindOf(value);
}

/** A caller's text in quotation marks, shortened. */
function shown(text: string): string {
  return JSON.stringify(shortened(text));
}
