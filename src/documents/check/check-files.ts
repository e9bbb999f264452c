import { ServiceError } from '../../errors.ts';
import { InputError } from '../../rows/input-error.ts';
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
}

export interface FileCheckOptions extends Pick<CheckOptions, 'minConfidence' | 'uncertain' | 'offsets' | 'signal'> {
  /** Told once, before the first sentence: what of the folder was read, and what was not, with the reasons. */
  readonly onSources?: ((sources: Sources) => void) | undefined;
}

/**
 * Reads a draft and a folder, and gives every sentence of the draft in order, as soon as it is decided. Throws
 * `invalid_request` for a draft that cannot be read, `invalid_configuration` for a folder or an index that cannot.
 */
export async function* checkFiles(
  verifier: DocumentVerifier,
  { draft: path, against, index }: DraftFiles,
  { onSources, ...options }: FileCheckOptions,
): AsyncGenerator<DraftLine, void, undefined> {
  const draft = await readDraft(path, options.signal).catch(asRefusal);
  const sources = await openSources(against, index, { except: [path], signal: options.signal });
  try {
    onSources?.(sources.sources);
    for await (const sentence of verifier.checkDocument(draft, sources.finder, options))
      yield draftLine(draft, sentence);
  } finally {
    await sources.close();
  }
}

function asRefusal(error: unknown): never {
  if (!(error instanceof InputError)) throw error;
  throw new ServiceError('invalid_request', error.message, { cause: error });
}
