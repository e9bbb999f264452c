import { offsetTable } from '../../answer/offsets.ts';
import { ServiceError } from '../../errors.ts';
import { InputError } from '../../rows/input-error.ts';
import { assertTakesComments, writeComments } from '../comments/write-comments.ts';
import type { CheckOptions } from './check-document.ts';
import type { DocumentVerifier } from './document-verifier.ts';
import { type DraftLine, draftLine } from './draft-line.ts';
import { openSources, type Sources } from './open-sources.ts';
import { readDraft } from './read-draft.ts';

/** A draft and the folder of documents that it should rest on, by their paths. */
export interface DraftFiles {
  /** A pdf, docx, html, md or txt. */
  readonly draft: string;
  readonly against: string;
  /** A file with the index of the folder: made where there is none, brought in line where there is; undefined: made anew. */
  readonly index?: string | undefined;
  /** A file to write once every sentence was given: the draft, a docx, with a comment at each sentence that does not pass. */
  readonly comments?: string | undefined;
}

export interface FileCheckOptions extends Pick<CheckOptions, 'minConfidence' | 'uncertain' | 'offsets' | 'signal'> {
  /** Told once, before the first sentence: what of the folder was read, and what was not, with the reasons. */
  readonly onSources?: ((sources: Sources) => void) | undefined;
}

/**
 * Reads a draft and a folder, and gives every sentence of the draft in order, as soon as it is decided. Throws
 * `invalid_request` for a draft that cannot be read or get comments, `invalid_configuration` for a folder or an index that
 * cannot be used.
 */
export async function* checkFiles(
  verifier: DocumentVerifier,
  { draft: path, against, index, comments }: DraftFiles,
  { onSources, ...options }: FileCheckOptions,
): AsyncGenerator<DraftLine, void, undefined> {
  const draft = await readDraft(path, options.signal).catch(asRefusal);
  if (comments !== undefined) await assertTakesComments({ path, draft }, comments).catch(asRefusal);
  const except = comments === undefined ? [path] : [path, comments];
  const sources = await openSources(against, index, { except, signal: options.signal });
  const { toUtf16 } = offsetTable(draft.text, options.offsets ?? 'utf16');
  const unitsBefore = (offset: number) => {
    const checked = toUtf16(offset);
    return 'at' in checked ? checked.at : offset;
  };
  const lines: DraftLine[] = [];
  try {
    onSources?.(sources.sources);
    for await (const sentence of verifier.checkDocument(draft, sources.finder, options)) {
      const [start, end] = [unitsBefore(sentence.start), unitsBefore(sentence.end)];
      const line = draftLine(draft, sentence, start);
      if (comments !== undefined) lines.push({ ...line, start, end });
      yield line;
    }
  } finally {
    await sources.close();
  }
  if (comments !== undefined)
    await writeComments({ path, draft }, lines, { to: comments, signal: options.signal }).catch(asRefusal);
}

function asRefusal(error: unknown): never {
  if (!(error instanceof InputError)) throw error;
  throw new ServiceError('invalid_request', error.message, { cause: error });
}
