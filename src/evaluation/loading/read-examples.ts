import type { Corpus } from './corpus.ts';
import type { Fields, Reader, Reading } from './example.ts';
import { documentsOfFever, readFever } from './fever.ts';
import { readAggreFact, readOwn, readPair } from './plain-shapes.ts';
import { documentsOfSciFact, readSciFact } from './scifact.ts';

/** Tried in turn; the first that knows a row's shape answers. The README beside this folder shows each shape. */
const READERS: readonly Reader[] = [readOwn, readAggreFact, readPair, readSciFact, readFever];

/** Reads one row of a labelled data set of any known shape. */
export function readExamples(fields: Fields, corpus: Corpus): Reading {
  for (const read of READERS) {
    const reading = read(fields, corpus);
    if (reading !== undefined) return reading;
  }
  return { leftOut: 'unknown shape', found: `columns ${Object.keys(fields).join(', ')}` };
}

/** Ids of the corpus documents that a row needs before it can be read. */
export function documentsOf(fields: Fields): string[] {
  return [...documentsOfSciFact(fields), ...documentsOfFever(fields)];
}
