import { type FoundSpan, withQuestions } from './sentence-kinds.ts';
import { splitSentences } from './sentences.ts';
import { finished } from './steps.ts';
import { tableSpanSteps, withTables } from './table-spans.ts';

/** The sentences of a text, bare answers with their questions, and the rows of its tables. */
export function assertionsIn(text: string): FoundSpan[] {
  return [...withQuestions(text, withTables(text, splitSentences(text), finished(tableSpanSteps(text))))];
}
