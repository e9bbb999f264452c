import { readStructured, StructuredFault } from '../../structured/index.ts';
import { firstIndex } from '../../text/span.ts';
import type { LineStart } from '../document.ts';
import { decodeText } from './decode-text.ts';
import { type DocumentBody, DocumentBuilder } from './document-builder.ts';
import { ReadingProblem } from './reading-problem.ts';

/** Characters of a file whose values are kept: a longer one makes more than one passage, and its text alone is compared. */
const MAX_KEPT = 40_000;

/** Each object as its own statement, with the line and the pointer of its values in the file. */
export function readRecords(bytes: Uint8Array, format: 'json' | 'jsonl'): DocumentBody {
  const { text, note } = decodeText(bytes);
  const statements = statementsOf(text, format);
  const builder = new DocumentBuilder();
  if (note !== undefined) builder.note(note);
  const lineAt = lineNumbers(text);
  for (const span of statements.spans) {
    const { span: own, pointer } = statements.place(span);
    const line: LineStart = { start: 0, line: lineAt(own.start), pointer };
    builder.paragraph({ text: statements.text.slice(span.start, span.end), lines: [line] });
  }
  return { ...builder.body(), ...(text.length <= MAX_KEPT && { records: { format, text } }) };
}

function statementsOf(text: string, format: 'json' | 'jsonl') {
  try {
    return readStructured(text, format);
  } catch (error) {
    if (error instanceof StructuredFault) throw new ReadingProblem(error.message);
    throw error;
  }
}

/** Returns the line of an offset, from 1. */
function lineNumbers(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (const { index } of text.matchAll(/\r\n|[\n\r]/g)) ends.push(index);
  return (offset) => firstIndex(ends.length, (i) => ends[i]! >= offset) + 1;
}
