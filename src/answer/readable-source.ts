import type { AnswerSource } from '../contract/answer-request.ts';
import { invalidField } from '../contract/errors.ts';
import { finishedWithPauses, type Pause } from '../pause.ts';
import { readStructured, StructuredFault, type StructuredText, structuredSteps } from '../structured/index.ts';

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

/** Reads all sources of records. Throws `invalid_request` that names the source which is not of its format, and where it stops being so. */
export async function readRecordSources(sources: readonly AnswerSource[], pause: Pause): Promise<void> {
  for (const [i, source] of sources.entries()) {
    const { text, format } = source;
    if (format === undefined || format === 'text' || structured.has(source)) continue;
    try {
      structured.set(source, await finishedWithPauses(structuredSteps(text, format), pause));
    } catch (error) {
      if (!(error instanceof StructuredFault)) throw error;
      const field = `sources[${i}].text`;
      throw invalidField(field, `${field} ${error.message}.`);
    }
  }
}
