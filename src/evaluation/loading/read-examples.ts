import { readContrast } from './contrast.ts';
import type { Corpus } from './corpus.ts';
import type { Fields, Reader, Reading } from './example.ts';
import { documentsOfFever, readFever } from './fever.ts';
import { readAggreFact, readOwn, readPair } from './plain-shapes.ts';
import { documentsOfSciFact, readSciFact } from './scifact.ts';

/** Tried in this order; the first reader that knows a row's format reads it. src/evaluation/README.md shows each format. */
const READERS: readonly Reader[] = [readOwn, readContrast, readAggreFact, readPair, readSciFact, readFever];

/** Reads one row of a labelled data set in any known format. */
export function readExamples(fields: Fields, corpus: Corpus): Reading {
  for (const read of READERS) {
    const reading = read(fields, corpus);
    if (reading !== undefined) return reading;
  }
  return { leftOut: 'unknown format', found: `columns ${Object.keys(fields).join(', ')}` };
}

/** Ids of the corpus documents that a row needs before it can be read. */
export function documentsOf(fields: Fields): string[] {
  return [...documentsOfSciFact(fields), ...documentsOfFever(fields)];
}
