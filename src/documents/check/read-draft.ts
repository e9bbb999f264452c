import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import { InputError } from '../../contract/input-error.ts';
import type { ReadDocument } from '../document.ts';
import { DRAFT_ENDINGS, mayBeDraft } from '../file-kinds.ts';
import { FileReader, isUnread, openFile } from '../file-reader.ts';

/** Reads the file that is to be checked. Throws InputError where it cannot be read or is no text of sentences. */
export async function readDraft(path: string, signal: AbortSignal | undefined): Promise<ReadDocument> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) throw new InputError(`The draft "${path}" does not exist.`);
  if (!found.isFile()) throw new InputError(`The draft "${path}" is not a regular file.`);
  const opened = await openFile({ file: basename(path), path });
  if (isUnread(opened)) throw new InputError(`The draft "${path}" ${opened.reason}.`);
  const reader = new FileReader();
  try {
    const draft = await reader.read(opened, signal);
    if (isUnread(draft)) throw new InputError(`The draft "${path}" ${draft.reason}.`);
    if (!mayBeDraft(draft.format))
      throw new InputError(`The draft "${path}" is ${draft.format}. Use ${DRAFT_ENDINGS}.`);
    return draft;
  } finally {
    await reader.close();
  }
}
