import { structuredOf } from '../../answer/readable-source.ts';
import { splitSources } from '../../answer/sources.ts';
import type { AnswerSource } from '../../contract/answer-request.ts';
import type { Pause } from '../../pause.ts';
import type { Span } from '../../text/index.ts';
import type { Source } from '../../verify/read/source.ts';
import type { DocumentPlace, ReadDocument } from '../document.ts';
import { placeIn } from '../place.ts';
import type { Passage } from '../split/split-document.ts';

/** A passage of a document as it is read, and its document as a source of an answer, in which places are given. */
export interface PassageSource {
  readonly document: ReadDocument;
  readonly passage: Source;
  readonly source: AnswerSource;
}

/** The records of a document, read once however many sentences are compared with them. */
const recordsOf = new WeakMap<ReadDocument, AnswerSource>();

/** A passage that holds a whole document of records is read as one of `format` is in an answer: rules compare its values. */
export async function passageSource(passage: Passage, document: ReadDocument, pause: Pause): Promise<PassageSource> {
  const { file, text, records } = document;
  const isWhole = passage.start === 0 && passage.text.length - passage.before === text.length;
  if (records === undefined || !isWhole) return { document, passage, source: { id: file, text } };
  const source = recordsOf.get(document) ?? { id: file, ...records };
  recordsOf.set(document, source);
  const [read] = await splitSources([source], pause);
  return { document, passage: read!, source };
}

/** Page, line and headings of a place in a passage's source; those of a value are its line in the file. */
export function placeOfPassage({ document, source }: PassageSource, span: Span): DocumentPlace {
  const value = structuredOf(source)?.place(span);
  if (value === undefined) return placeIn(document, span.start);
  const line = source.text.slice(0, value.span.start).split('\n').length;
  return { page: null, line, headings: [], columns: [], pointer: value.pointer };
}
