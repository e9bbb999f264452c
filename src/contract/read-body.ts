import type { z } from 'zod';
import { type ErrorDetails, ServiceError } from './errors.ts';
import { codePoints, shortened } from './texts.ts';

/** The rules of a field in words, the greatest length of a text or a list, and the fields of an object. */
export interface FieldWords {
  readonly must: string;
  readonly max?: number;
  readonly fields?: readonly string[];
}

/** Rules of each field of a body, by its path, with [] for any index. */
export type BodyWords = Readonly<Record<string, FieldWords>>;

/**
 * Reads the body of a request. Throws an `invalid_request` that names the first offending field, its constraint and what
 * came.
 */
export function readBody<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  body: unknown,
  fields: BodyWords,
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const showsValues = Object.values(fields).some(({ max }) => max === undefined);
  throw refusalOf(parsed.error.issues[0]!, body, { fields, showsValues, known: Object.keys(schema.shape) });
}

interface Refusing {
  readonly fields: BodyWords;
  /** Quote short wrong values of choices and numbers; for text fields report only the type. */
  readonly showsValues: boolean;
  /** The fields of the body. */
  readonly known: readonly string[];
}
type Path = readonly PropertyKey[];

/** The refusal of a body for what the schema found first. */
function refusalOf(issue: z.core.$ZodIssue, body: unknown, words: Refusing): ServiceError {
  if (issue.code === 'invalid_union') {
    const within = issue.errors.flat().find(({ path }) => path.length > 0);
    if (within !== undefined) return refusalOf({ ...within, path: [...issue.path, ...within.path] }, body, words);
  }
  if (issue.code === 'unrecognized_keys') return unknownField(issue.path, issue.keys[0]!, words);
  const { known, showsValues } = words;
  if (issue.path.length === 0) {
    const message = `Expected a JSON object with the fields ${listed(known)}, got ${kindOf(body)}.`;
    return new ServiceError('invalid_request', message);
  }
  const field = nameOf(issue.path);
  const value = issue.path.reduce((at: unknown, step) => (at as Record<PropertyKey, unknown>)[step], body);
  if (issue.code === 'custom' && issue.params !== undefined)
    return new ServiceError('invalid_request', `${field} ${issue.message}.`, { details: { field, ...issue.params } });
  const { must, max } = wordsOf(issue.path, words);
  // A list where a text is wanted has no length to report, and is recognized by its type alone.
  const isWanted = showsValues || Array.isArray(value) === must.startsWith('an array');
  const came = isWanted ? cameAs(value, showsValues) : kindOf(value);
  const what = issue.code === 'custom' ? issue.message : `got ${came}`;
  const hint = value === undefined && issue.path.length === 1 ? givenAs(field, body, known) : '';
  return new ServiceError('invalid_request', `${field} must be ${must}, ${what}.${hint}`, {
    details: detailsOf(field, isWanted ? value : undefined, max),
  });
}

function detailsOf(field: string, value: unknown, max: number | undefined): ErrorDetails {
  if (max === undefined) return { field };
  const length = typeof value === 'string' ? codePoints(value) : Array.isArray(value) ? value.length : undefined;
  return { field, max_length: max, ...(length === undefined ? {} : { received_length: length }) };
}

function unknownField(path: Path, key: string, words: Refusing): ServiceError {
  const owner = path.length === 0 ? undefined : nameOf(path);
  const { must, fields } = owner === undefined ? { must: '', fields: words.known } : wordsOf(path, words);
  const expected = owner === undefined ? `only the fields ${listed(words.known)}` : `${owner} to be ${must}`;
  const got = `${words.showsValues ? 'the field ' : ''}${shown(key)}`;
  return new ServiceError('invalid_request', `Expected ${expected}, got ${got}.${didYouMean(key, fields ?? [])}`, {
    details: { field: owner === undefined ? shortened(key) : `${owner}.${shortened(key)}` },
  });
}

function wordsOf(path: Path, { fields }: Refusing): FieldWords {
  return fields[nameOf(path).replace(/\[\d+\]/g, '[]')]!;
}

/** "sources[3].text". */
function nameOf(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1);
}

/** The received value, for a message: the count of a list, a short value itself, otherwise its kind. */
function cameAs(value: unknown, showsValues: boolean): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (showsValues && typeof value === 'number') return String(value);
  return showsValues && typeof value === 'string' ? shown(value) : kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A caller's text in quotation marks, shortened. */
function shown(text: string): string {
  return JSON.stringify(shortened(text));
}

/** "a, b and c". */
function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** So many equal letters at the beginning, or so short a name within the other, make two names alike. */
const SAME_BEGINNING = 4;
const SHORTEST = 3;

/** The one of the known names that was probably meant by another name: "source" and "GroundingSource" for grounding_source. */
function lookalike(name: string, known: readonly string[]): string | undefined {
  const given = plain(name);
  if (given.length < SHORTEST) return undefined;
  const all = known.map((one) => ({ one, letters: plain(one) }));
  const same = all.find(({ letters }) => letters === given);
  const within = all.find(({ letters }) => letters.includes(given) || given.includes(letters));
  const begun = all.find(({ letters }) => letters.slice(0, SAME_BEGINNING) === given.slice(0, SAME_BEGINNING));
  return (same ?? within ?? begun)?.one;
}

function plain(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]|s$/g, '');
}

/** The end of a sentence about an unknown field: " Did you mean claim?", or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = lookalike(name, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** The end of a sentence about a missing field, where the body has an unknown one that looks like it. */
export function givenAs(field: string, body: unknown, known: readonly string[]): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  const given = unknown.find((name) => lookalike(name, known) === field);
  return given === undefined
    ? ''
    : ` The field ${JSON.stringify(given.slice(0, 100))} is not known: did you mean ${field}?`;
}
