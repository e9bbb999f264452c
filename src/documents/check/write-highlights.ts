import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../../contract/input-error.ts';
import { matchOf, type Stance } from '../../contract/words.ts';
import type { PageRectangle, UnreadFile } from '../document.ts';
import { isUnread, openFile } from '../file-reader.ts';
import type { Highlight } from '../highlight/highlight-pdf.ts';
import { ReadingProcess } from '../process/reading-process.ts';
import { pathOfFile } from '../walk-folder.ts';
import type { DraftLine } from './draft-line.ts';
import type { Sources } from './open-sources.ts';

export interface HighlightedCopy {
  readonly file: string;
  readonly path: string;
  readonly highlights: number;
  readonly isSigned: boolean;
}

export interface WrittenHighlights {
  readonly copies: readonly HighlightedCopy[];
  readonly left: readonly UnreadFile[];
  readonly notFound: number;
}

/** Throws InputError unless copies in the folder can overwrite neither a source nor the draft, nor be read as sources. */
export async function assertTakesHighlights(
  folder: string,
  { draft, against }: { readonly draft: string; readonly against: string },
): Promise<void> {
  const refuse = (reason: string) =>
    new InputError(`The folder for highlighted copies, "${folder}", ${reason}. Choose another.`);
  const target = await realPathOf(folder);
  const found = await stat(target).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) throw refuse('is not a folder');
  const sources = await realPathOf(against);
  if (isWithin(target, sources)) throw refuse('is in the folder of the sources');
  if (isWithin(sources, target)) throw refuse('contains the sources');
  if (isWithin(await realPathOf(draft), target)) throw refuse('contains the draft');
}

/** The path without links, of a file that need not exist. */
async function realPathOf(path: string): Promise<string> {
  const full = resolve(path);
  const real = await realpath(full).catch(() => undefined);
  return real ?? (full === dirname(full) ? full : join(await realPathOf(dirname(full)), basename(full)));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Writes a highlighted copy of each cited PDF, below the folder as the source is below its own. */
export async function writeHighlights(
  lines: readonly Pick<DraftLine, 'text' | 'verdict' | 'evidence'>[],
  { folder: against, documents }: Pick<Sources, 'folder' | 'documents'>,
  { to, signal }: { readonly to: string; readonly signal?: AbortSignal | undefined },
): Promise<WrittenHighlights> {
  const { byFile, notFound } = highlightsOf(lines);
  const copies: HighlightedCopy[] = [];
  const left: UnreadFile[] = [];
  const process = new ReadingProcess();
  try {
    for (const [file, name] of copyNames([...byFile.keys()])) {
      const highlights = byFile.get(file)!;
      const opened = await openFile({ file, path: await pathOfFile(against, file) });
      const isSame = !isUnread(opened) && documents.some((one) => one.file === file && one.sha256 === opened.sha256);
      if (highlights.length === 0) left.push({ file, reason: 'its evidence was not found on its pages' });
      else if (isUnread(opened)) left.push(opened);
      else if (!isSame) left.push({ file, reason: 'was changed since it was read' });
      else {
        const made = await process.ask({ task: 'highlight', bytes: opened.bytes, highlights }, signal);
        const path = join(to, name);
        const reason = typeof made === 'string' ? made : await writeCopy(to, path, made.bytes);
        if (typeof made === 'string' || reason !== undefined) left.push({ file, reason: reason! });
        else copies.push({ file, path, highlights: highlights.length, isSigned: made.isSigned });
      }
    }
  } finally {
    await process.close();
  }
  return { copies, left, notFound };
}

/** Red, green and blue: light enough to read black letters. */
const COLORS: Readonly<Record<Stance, Highlight['color']>> = {
  for: [186, 240, 190],
  open: [255, 236, 140],
  against: [255, 190, 184],
};
const STANCES: readonly Stance[] = ['for', 'open', 'against'];

interface Mark {
  readonly rectangles: readonly PageRectangle[];
  readonly notes: Set<string>;
  stance: Stance;
}

/** The highlights of each cited PDF: one for the same words on a page, whichever sentences rest on them. */
function highlightsOf(lines: readonly Pick<DraftLine, 'text' | 'verdict' | 'evidence'>[]) {
  const marks = new Map<string, Map<string, Mark>>();
  let notFound = 0;
  for (const { text, verdict, evidence } of lines) {
    for (const { source_id: file, rectangles, match_type } of evidence) {
      if (rectangles === undefined) continue;
      const own = marks.get(file) ?? new Map<string, Mark>();
      marks.set(file, own);
      if (rectangles.length === 0) notFound += 1;
      const { stance } = matchOf(match_type);
      for (const page of new Set(rectangles.map((one) => one.page))) {
        const onPage = rectangles.filter((one) => one.page === page);
        const key = JSON.stringify(onPage);
        const mark = own.get(key) ?? { rectangles: onPage, notes: new Set(), stance };
        mark.notes.add(`${verdict}: ${text}`);
        if (STANCES.indexOf(stance) > STANCES.indexOf(mark.stance)) mark.stance = stance;
        own.set(key, mark);
      }
    }
  }
  const byFile = new Map(
    [...marks].map(([file, own]): [string, Highlight[]] => [
      file,
      [...own.values()].map(({ rectangles, notes, stance }) => ({
        rectangles,
        color: COLORS[stance],
        note: [...notes].join('\n\n'),
      })),
    ]),
  );
  return { byFile, notFound };
}

/** A path below the folder of copies for each file. Those that differ in letter case alone would be one file on some systems. */
function copyNames(files: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const file of [...files].sort()) {
    const stem = file.replace(/\.pdf$/i, '');
    // A PDF may be named .txt.
    const ending = stem === file ? '.pdf' : file.slice(stem.length);
    let name = `${stem}${ending}`;
    for (let number = 2; taken.has(folded(name)); number += 1) name = `${stem} (${number})${ending}`;
    taken.add(folded(name));
    names.set(file, name);
  }
  return names;
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Writes through no link, neither of a file nor of a folder. Returns why it cannot be written. */
async function writeCopy(to: string, path: string, bytes: Uint8Array): Promise<string | undefined> {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    if ((await realpath(folder)) !== join(await realpath(to), relative(to, folder)))
      return 'has a copy that would be written through a link';
    await writeFile(temporary, bytes, { flag: 'wx' });
    await rename(temporary, path);
    return undefined;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return `has a copy that cannot be written: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`;
  }
}
