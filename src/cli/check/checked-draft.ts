import type { DraftLine } from '../../documents/check/draft-line.ts';
import type { Sources } from '../../documents/check/open-sources.ts';
import { placeText, reasonSentences, sourceText } from '../../documents/check/sentence-text.ts';
import type { WrittenHighlights } from '../../documents/check/write-highlights.ts';
import type { ReadDocument } from '../../documents/document.ts';
import { pageRanges } from '../../documents/page-ranges.ts';
import type { Outcome } from '../../index.ts';
import { OUTCOMES, VERDICTS } from '../../web/try/words.ts';
import { type Decision, findingOf, type ModelHashes } from '../review/decisions.ts';
import type { ReviewedFinding } from '../review/review-parts.ts';
import type { CopyAddresses } from './copy-addresses.ts';

export interface CheckedDraft {
  readonly draft: ReadDocument;
  readonly lines: readonly DraftLine[];
  readonly sources: Sources;
  readonly minConfidence: number;
  readonly models: ModelHashes;
  /** Decisions of earlier reviews; those on changed findings are kept but not shown. */
  readonly decisions: readonly Decision[];
  /** Undefined where none were asked for. */
  readonly highlights?: WrittenHighlights | undefined;
  readonly copies?: CopyAddresses;
  /** Such as "2026-03-02". */
  readonly date: string;
  readonly version: string;
}

/** Names the color and the kind of line of a checked sentence. */
export function kindOf({ verdict, outcome }: Pick<DraftLine, 'verdict' | 'outcome'>): string {
  return verdict === 'SUPPORTED' && outcome !== 'pass' ? 'review' : verdict!.toLowerCase();
}

export type Tally = Readonly<Record<Outcome | 'unchecked', number>>;

export function tallyOf(lines: readonly Pick<DraftLine, 'outcome'>[]): Tally {
  const tally = { pass: 0, review: 0, fail: 0, unchecked: 0 };
  for (const { outcome } of lines) tally[outcome ?? 'unchecked'] += 1;
  return tally;
}

/** Share of the sentences that was checked, in characters; 0 to 1. */
export function shareChecked(lines: readonly DraftLine[]): number {
  const lengthOf = (all: readonly DraftLine[]) => all.reduce((sum, { start, end }) => sum + end - start, 0);
  const all = lengthOf(lines);
  return all === 0 ? 0 : lengthOf(lines.filter(({ check_required }) => check_required)) / all;
}

/** The sentences that someone has to look at: those that fail, then those to review, the surest first. */
export function toDo<Line extends Pick<DraftLine, 'outcome' | 'confidence'>>(lines: readonly Line[]): Line[] {
  const surest = (one: Line, other: Line) => (other.confidence ?? 0) - (one.confidence ?? 0);
  const of = (wanted: Outcome) => lines.filter(({ outcome }) => outcome === wanted).toSorted(surest);
  return [...of('fail'), ...of('review')];
}

export function outcomeWords({ verdict, outcome, reasons }: Pick<DraftLine, 'verdict' | 'outcome' | 'reasons'>): {
  readonly sign: string;
  readonly label: string;
} {
  const { sign } = OUTCOMES[outcome!];
  const isMisquoting = reasons.some(({ code }) => code === 'quotation_differs');
  const isUnsure = outcome === 'review' && verdict === 'SUPPORTED' && !isMisquoting;
  const verdictLabel = VERDICTS[verdict!].label.toLowerCase();
  return { sign, label: `${outcome}: ${verdictLabel}${isUnsure ? ', below the minimum' : ''}` };
}

export interface LeftOut {
  readonly what: string;
  readonly files: readonly string[];
  readonly count: number;
}

export function leftOut({ draft, sources, highlights }: CheckedDraft): LeftOut[] {
  const found = new Map<string, { readonly files: string[]; count: number }>();
  const entryOf = (what: string) => {
    const entry = found.get(what) ?? { files: [], count: 0 };
    found.set(what, entry);
    return entry;
  };
  const add = (file: string, what: string) => {
    const entry = entryOf(what);
    entry.files.push(file);
    entry.count += 1;
  };
  const addUnnamed = (kind: keyof typeof sources.counts, what: string) => {
    const unnamed = sources.counts[kind] - sources[kind].length;
    if (unnamed > 0) entryOf(what).count += unnamed;
  };
  const addDocument = (
    file: string,
    { pages, pagesWithoutText, notes }: Omit<Sources['documents'][number], 'sha256'>,
  ) => {
    if (pagesWithoutText.length > 0)
      add(file, `no text on ${pagesWithoutText.length} of ${pages} pages: ${ranges(pagesWithoutText)}.`);
    for (const note of notes) add(file, note);
  };
  addDocument(`${draft.file} (the draft)`, draft);
  for (const { file, reason } of sources.unread) add(file, `not read, ${reason}.`);
  addUnnamed('unread', 'not read.');
  for (const file of sources.others) add(file, PASSED_OVER);
  addUnnamed('others', PASSED_OVER);
  for (const { file, of } of sources.duplicates) add(file, `the same file as ${of}, which was read.`);
  addUnnamed('duplicates', 'a copy of another file, which was read.');
  for (const document of sources.documents) addDocument(document.file, document);
  for (const { file, reason } of highlights?.left ?? []) add(file, `not highlighted, ${reason}.`);
  for (const { file, isSigned } of highlights?.copies ?? []) if (isSigned) add(file, SIGNED);
  return [...found].map(([what, entry]) => ({ what, ...entry }));
}

/** A signature is of the bytes of the original. */
const SIGNED = 'signed; programs report that its highlighted copy was changed after it was signed.';
const PASSED_OVER = 'skipped: files of this kind are not read.';

/** "2 read, 1 not; 3 of other kinds skipped" */
export function filesSummary({ documents, counts }: Pick<Sources, 'documents' | 'counts'>): string {
  const read = `${documents.length} read, ${counts.unread} not`;
  return counts.others === 0 ? read : `${read}; ${counts.others} of other kinds skipped`;
}

const SHOWN_FILES = 10;

/** "a.txt, b.txt and 5 more"; "5 more" where none is named. */
export function fileNames({ files, count }: Pick<LeftOut, 'files' | 'count'>): string {
  const shown = files.slice(0, SHOWN_FILES);
  if (count === shown.length) return shown.join(', ');
  return `${shown.length === 0 ? '' : `${shown.join(', ')} and `}${count - shown.length} more`;
}

/** "1-3, 7" */
function ranges(numbers: readonly number[]): string {
  return pageRanges(numbers)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
    .join(', ');
}

/** A checked sentence, bound to the hashes of the source files that its evidence is in. */
export function findingOfLine(
  line: DraftLine,
  { sources, models }: Pick<CheckedDraft, 'sources' | 'models'>,
): ReviewedFinding {
  const { text: claim, verdict, confidence, outcome, evidence } = line;
  const hashOf = (file: string) => sources.documents.find((one) => one.file === file)?.sha256 ?? null;
  const finding = findingOf(
    {
      claim,
      grounding_source: evidence.map(({ text }) => text).join('\n'),
      verdict: verdict!,
      confidence: confidence!,
      evidence: evidence.map(({ source_id, text }) => [source_id, text]),
      sources: evidence.map(({ source_id }) => hashOf(source_id)),
    },
    models,
  );
  const shown = evidence.map((one) => `“${one.text}” (${sourceText(one)})`);
  return {
    ...finding,
    place: placeText(line.draft),
    outcome: outcome!,
    reasons: reasonSentences(line).join('\n'),
    evidence: shown.join('\n'),
  };
}
