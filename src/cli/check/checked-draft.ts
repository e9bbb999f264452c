import { type DraftLine, headingOf } from '../../documents/check/draft-line.ts';
import type { Sources } from '../../documents/check/open-sources.ts';
import type { DocumentPlace, ReadDocument } from '../../documents/document.ts';
import type { Outcome, SentenceBody } from '../../index.ts';
import { quotationText, reasonText } from '../../web/try/words.ts';

/** A draft whose every sentence was checked. */
export interface CheckedDraft {
  readonly draft: ReadDocument;
  readonly lines: readonly DraftLine[];
  readonly sources: Sources;
  readonly minConfidence: number;
  /** Such as "2026-03-02". */
  readonly date: string;
  readonly version: string;
}

/** "page 3, line 12, Plants > Lyon": what of it is known, "" if nothing is. */
export function placeText(place: DocumentPlace): string {
  const { page, line } = place;
  const parts = [page === null ? '' : `page ${page}`, line === null ? '' : `line ${line}`, headingOf(place) ?? ''];
  return parts.filter((part) => part !== '').join(', ');
}

/** A sentence of a document without the marks of items, headings and tables. */
export function wordsOf(text: string): string {
  const plain = text.replace(/^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/, '');
  if (!plain.startsWith('|')) return plain;
  return plain
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ');
}

/** Names the colour and the kind of line of a checked sentence. */
export function kindOf({ verdict, outcome }: Pick<DraftLine, 'verdict' | 'outcome'>): string {
  return verdict === 'SUPPORTED' && outcome !== 'pass' ? 'review' : verdict!.toLowerCase();
}

/** How many sentences have each outcome, and how many assert nothing. */
export type Tally = Readonly<Record<Outcome | 'unchecked', number>>;

export function tallyOf(lines: readonly Pick<DraftLine, 'outcome'>[]): Tally {
  const tally = { pass: 0, review: 0, fail: 0, unchecked: 0 };
  for (const { outcome } of lines) tally[outcome ?? 'unchecked'] += 1;
  return tally;
}

/** Of the characters of the sentences, those of sentences that were checked; 0 to 1. */
export function shareChecked(lines: readonly DraftLine[]): number {
  const lengthOf = (all: readonly DraftLine[]) => all.reduce((sum, { start, end }) => sum + end - start, 0);
  const all = lengthOf(lines);
  return all === 0 ? 0 : lengthOf(lines.filter(({ check_required }) => check_required)) / all;
}

/** The sentences that sources contradict, the surest first. */
export function contradicted(lines: readonly DraftLine[]): DraftLine[] {
  return lines
    .filter(({ verdict }) => verdict === 'UNSUPPORTED')
    .toSorted((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0));
}

/** What was left out of several files for one reason. */
export interface LeftOut {
  readonly what: string;
  readonly files: readonly string[];
}

/** What of draft and folder was not read, the draft first; files with the same sentence are told of together. */
export function leftOut({ draft, sources }: CheckedDraft): LeftOut[] {
  const found = new Map<string, string[]>();
  const add = (file: string, what: string) => found.set(what, [...(found.get(what) ?? []), file]);
  const addDocument = (
    file: string,
    { pages, pagesWithoutText, notes }: Omit<Sources['documents'][number], 'sha256'>,
  ) => {
    if (pagesWithoutText.length > 0)
      add(file, `No text on ${pagesWithoutText.length} of ${pages} pages: ${ranges(pagesWithoutText)}.`);
    for (const note of notes) add(file, note);
  };
  addDocument(`${draft.file} (the draft)`, draft);
  for (const { file, reason } of sources.unread) add(file, `Not read: ${reason}.`);
  for (const { file, of } of sources.duplicates) add(file, `The same file as ${of}, which was read.`);
  for (const document of sources.documents) addDocument(document.file, document);
  return [...found].map(([what, files]) => ({ what, files }));
}

const SHOWN_FILES = 10;

/** "a.txt, b.txt and 5 more" */
export function fileNames(files: readonly string[]): string {
  const shown = files.slice(0, SHOWN_FILES).join(', ');
  return files.length > SHOWN_FILES ? `${shown} and ${files.length - SHOWN_FILES} more` : shown;
}

/** Why a sentence got its verdict, in sentences, each once: reasons, and quotations that were looked up. */
export function reasonsTold({ reasons, quotations }: SentenceBody): string[] {
  const told = reasons.map(({ code, expected, found }) => {
    const differ = expected !== null && found !== null;
    return `${reasonText(code)}${differ ? ` Source: “${expected.text}”, draft: “${found.text}”.` : ''}`;
  });
  return [...new Set([...told, ...quotations.map((one) => `The quotation “${one.text}” ${quotationText(one)}`)])];
}

/** "1-3, 7" */
function ranges(numbers: readonly number[]): string {
  const found: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last.to === number - 1) last.to = number;
    else found.push({ from: number, to: number });
  }
  return found.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
