import type { IncomingHttpHeaders } from 'node:http';
import { parse as parseContentType } from 'content-type';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../contract/errors.ts';
import { brokenAt } from '../../json-fault.ts';
import { isTooComplex, type JsonBounds, MAX_VALUES, repeatedField } from '../../json-text.ts';

/** Maximum bytes of a request body without its own `bodyLimit`: the longest texts with every character escaped. */
export const MAX_BODY_BYTES = 256 * 1024;

/** A character beyond the basic plane as JSON may write it: "\ud83d\ude00". */
const LONGEST_ESCAPE = 12;
const OTHER_FIELDS_BYTES = 512 * 1024;

/** The size of a body with texts of so many characters in all, every one of them escaped, and with many short fields. */
export function maxBytesOf(characters: number): number {
  return LONGEST_ESCAPE * characters + OTHER_FIELDS_BYTES;
}

const BOUNDS: JsonBounds = { depth: 32, values: MAX_VALUES };
const JSON_TYPES = new Map([['application/json', 'json']]);

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_request', message, { cause });
}

/**
 * Throws `invalid_request` unless the headers name JSON and, if they name a charset, UTF-8; and for a compressed body, whose
 * transferred size would not bound its real size.
 */
export function assertJsonBody(headers: IncomingHttpHeaders): void {
  byMediaType(headers['content-type'], JSON_TYPES, 'application/json');
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw invalid('The body is compressed. Send it without Content-Encoding.');
}

/** Parses the bodies of all routes of `app` as strict JSON, whatever their Content-Type. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    readJson(body),
  );
}

/** Parses a body as JSON. Throws `invalid_request` for an empty body, invalid UTF-8, and as `parseJson` does. */
function readJson(body: Buffer): unknown {
  if (body.length === 0) throw invalid('Expected a JSON object as the body, got an empty body.');
  return parseJson(decode(body), 'the body');
}

/**
 * Parses a text as JSON. Throws `invalid_request` for malformed JSON, more depth or values than any request needs, and a
 * repeated field (parsers differ on which value counts). `where`: the place of the text, for a sentence.
 */
export function parseJson(text: string, where: string): unknown {
  if (isTooComplex(text, BOUNDS)) {
    const { values, depth } = BOUNDS;
    throw invalid(`Expected JSON of at most ${values} values, at most ${depth} deep, got more or deeper.`);
  }
  const value = parse(text, where);
  const repeated = repeatedField(text);
  if (repeated !== undefined) {
    throw new ServiceError('invalid_request', 'A field appears twice. Send each field once.', {
      details: { field: repeated },
    });
  }
  return value;
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw invalid('The body is not valid UTF-8. Encode it as UTF-8.', cause);
  }
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: the parser's message quotes the text, and has no place for most faults.
    const { line, column, isEnd } = brokenAt(text);
    const got = isEnd ? 'its end' : 'something else';
    throw invalid(`Expected well-formed JSON as ${where}, got ${got} at line ${line}, column ${column}.`);
  }
}

const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * The value of `types` for the media type of a Content-Type header. Throws `invalid_request` if the header is missing or
 * names another type or a charset other than UTF-8. `names`: the types, for the message.
 */
export function byMediaType<T>(header: string | undefined, types: ReadonlyMap<string, T>, names: string): T {
  const expected = `Expected the header Content-Type: ${names}`;
  if (header === undefined) throw invalid(`${expected}, got none.`);
  const { type, parameters } = parseContentType(header);
  const found = types.get(type);
  if (found === undefined) throw invalid(`${expected}, got another type.`);
  if (!UTF8_NAMES.has(parameters.charset?.toLowerCase() ?? 'utf-8')) {
    throw invalid(`${expected} in UTF-8, got another charset.`);
  }
  return found;
}
