import { parse } from 'content-type';
import { ServiceError } from '../../errors.ts';

const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * What `types` holds for the media type of a Content-Type header. Throws `invalid_request` when the header is missing, names
 * another type, or another charset than UTF-8. `names`: the types, for a sentence.
 */
export function byMediaType<T>(header: string | undefined, types: ReadonlyMap<string, T>, names: string): T {
  const expected = `Expected the header Content-Type: ${names}`;
  if (header === undefined) throw invalid(`${expected}, got none.`);
  const { type, parameters } = parse(header);
  const found = types.get(type);
  if (found === undefined) throw invalid(`${expected}, got another type.`);
  if (!UTF8_NAMES.has(parameters.charset?.toLowerCase() ?? 'utf-8')) {
    throw invalid(`${expected} in UTF-8, got another charset.`);
  }
  return found;
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
