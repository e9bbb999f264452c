import { firstIndex, sentenceWords } from '../../text/index.ts';
import type { SourceSet } from '../read/read-source.ts';
import type { SourceSentence } from '../read/source.ts';
import {
  conflictingField,
  equalField,
  type Fact,
  type Field,
  namedFields,
  type SurfaceFindings,
  type SurfaceReading,
} from '../rules/index.ts';
import type { DocumentReads } from '../score/score-span.ts';
import type { DecidingSentence } from './features.ts';

/** The statements of records whose value a span names and contradicts, or names and states. */
export interface FieldFindings {
  readonly conflict: DecidingSentence | undefined;
  readonly equal: DecidingSentence | undefined;
}

/** Compares a span with the values of the records that were read of a document. */
export function fieldFindings(
  claim: SurfaceReading,
  { passage, sentences: read }: DocumentReads,
  { sources, sentences }: SourceSet,
): FieldFindings {
  const premises = [...read, passage];
  const places = [...new Set(premises.flatMap((premise) => premise.sentences))];
  const records = places.map((i) => fieldsIn(sentences[i]!, sources));
  const fields = namedFields(claim, records);
  const placeOf = (field: Field) => places[records.findIndex((record) => record.includes(field))]!;
  const statementOf = (field: Field | undefined): DecidingSentence | undefined => {
    if (field === undefined) return undefined;
    const at = placeOf(field);
    const premise = premises.find((one) => one.sentences.includes(at))!;
    return { ...premise, kind: 'sentence', sentences: [at], inContext: premise.sentences.length > 1 };
  };
  const conflict = conflictingField(fields);
  const equal = conflict === undefined ? equalField(fields, (field) => sentences[placeOf(field)]!.text) : undefined;
  return { conflict: statementOf(conflict), equal: statementOf(equal) };
}

function fieldsIn({ document, span }: SourceSentence, sources: SourceSet['sources']): readonly Field[] {
  const { fields = [] } = sources[document.number]!;
  const before = (offset: number) => firstIndex(fields.length, (i) => fields[i]!.start >= offset);
  return fields.slice(before(span.start), before(span.end));
}

/** Kinds of facts that a record has as a value, or has not. */
const AMOUNTS: ReadonlySet<Fact['kind']> = new Set(['money', 'measure', 'percent', 'duration']);

/** How many amounts of a span no record has; none where the sources are prose. */
export function absentAmounts({ facts }: SurfaceFindings, { sources }: SourceSet): number {
  const fields = sources.flatMap(({ fields: own = [] }) => own);
  if (fields.length === 0) return 0;
  const absent = facts.filter(({ status, claim }) => status !== 'match' && AMOUNTS.has(claim.kind));
  const numbers = fields.filter(({ kind }) => kind === 'number');
  const held = absent.length === 0 ? undefined : new Set(numbers.flatMap(({ value }) => sentenceWords(value)));
  return absent.filter(({ claim }) => !held!.has(claim.written)).length;
}
