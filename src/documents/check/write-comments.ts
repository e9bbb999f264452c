import { realpath, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { InputError } from '../../contract/input-error.ts';
import type { ReadDocument } from '../document.ts';
import { isUnread, openFile } from '../file-reader.ts';
import { ReadingProcess } from '../process/reading-process.ts';
import { commentsOn } from './comment-words.ts';
import type { DraftLine } from './draft-line.ts';

export interface DraftFile {
  readonly path: string;
  readonly draft: ReadDocument;
}

/** The written comments. `atParagraph`: those attached to a paragraph, because their words were not found in it. */
export interface WrittenComments {
  readonly comments: number;
  readonly atParagraph: number;
}

/** Throws InputError where a draft with comments cannot be written to a file, so that a long run fails at its start. */
export async function assertTakesComments({ path, draft }: DraftFile, to: string): Promise<void> {
  if (draft.format !== 'docx')
    throw new InputError(
      `Comments can be written into a docx only, and "${path}" is ${draft.format}. Use --report instead.`,
    );
  // Word opens no file whose name says something else of macros than its content.
  const ending = extname(path).toLowerCase();
  if (extname(to).toLowerCase() !== ending)
    throw new InputError(`The file for comments must end in "${ending}" as the draft does, got "${to}".`);
  const same = await Promise.all([path, to].map((one) => realpath(one).catch(() => undefined)));
  if (same[0] === same[1]) throw new InputError(`The file for comments is the draft itself, "${to}". Choose another.`);
}

/**
 * Writes the draft's file again, with a comment at each sentence that does not pass. The file is parsed in a process of its
 * own, as where it is read. Throws InputError where it cannot be done, and the signal's reason.
 * @param lines all sentences of the draft, with offsets in UTF-16 units
 */
export async function writeComments(
  { path, draft }: DraftFile,
  lines: readonly DraftLine[],
  { to, signal }: { readonly to: string; readonly signal?: AbortSignal | undefined },
): Promise<WrittenComments> {
  const refuse = (reason: string) => new InputError(`No comments can be written: the draft "${path}" ${reason}.`);
  const opened = await openFile({ file: basename(path), path });
  if (isUnread(opened)) throw refuse(opened.reason);
  if (opened.sha256 !== draft.sha256) throw refuse('was changed since it was checked');
  const comments = commentsOn(lines);
  const process = new ReadingProcess();
  try {
    const { text, blocks } = draft;
    const date = `${new Date().toISOString().slice(0, 19)}Z`;
    const add = { ...AUTHOR, date, draft: { text, blocks }, comments };
    const made = await process.ask({ task: 'comment', bytes: opened.bytes, add }, signal);
    if (typeof made === 'string') throw refuse(made);
    await writeFile(to, made.bytes);
    return { comments: comments.length, atParagraph: made.atParagraph };
  } finally {
    await process.close();
  }
}

const AUTHOR = { author: 'claim-verifier', initials: 'CV' };
