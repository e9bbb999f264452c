import type { AnswerSource } from '../contract/answer-request.ts';
import { invalidField } from '../contract/errors.ts';
import { readStructured, StructuredFault, type StructuredText } from '../structured/index.ts';

const structured = new WeakMap<AnswerSource, StructuredText>();

/** A source of records as statements, read once; undefined for prose. Throws StructuredFault for one that cannot be read. */
export function structuredOf(source: AnswerSource): StructuredText | undefined {
  const { text, format } = source;
  if (format === undefined || format === 'text') return undefined;
  const read = structured.get(source) ?? readStructured(text, format);
  structured.set(source, read);
  return read;
}

/** The text of a source as models read it: places in it differ from the caller's where the source is structured. */
export function readableText(source: AnswerSource): string {
  return structuredOf(source)?.text ?? source.text;
}

/** Throws `invalid_request` that names the source which is not of its format, and where it stops being so. */
export function assertReadable(sources: readonly AnswerSource[]): void {
  for (const [i, source] of sources.entries()) {
    try {
      structuredOf(source);
    } catch (error) {
      if (!(error instanceof StructuredFault)) throw error;
      const field = `sources[${i}].text`;
      throw invalidField(field, `${field} ${error.message}.`);
    }
  }
}
