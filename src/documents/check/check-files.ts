import { offsetTable } from '../../answer/offsets.ts';
import { ServiceError } from '../../contract/errors.ts';
import { InputError } from '../../contract/input-error.ts';
import type { ReadDocument } from '../document.ts';
import type { UpdateOptions } from '../index/update-index.ts';
import type { CheckOptions, DraftEvidence } from './check-document.ts';
import type { DocumentVerifier } from './document-verifier.ts';
import { type DraftLine, draftLine } from './draft-line.ts';
import { EvidenceRectangles } from './evidence-rectangles.ts';
import { openSources, type Sources } from './open-sources.ts';
import { readDraft } from './read-draft.ts';
import { assertTakesComments, type WrittenComments, writeComments } from './write-comments.ts';
import { assertTakesHighlights, type WrittenHighlights, writeHighlights } from './write-highlights.ts';

export interface DraftFiles {
  /** A pdf, docx, html, md or txt. */
  readonly draft: string;
  readonly against: string;
  /** A file with the index of the folder, created or updated; undefined: a temporary index. */
  readonly index?: string | undefined;
  /** A file to write once every sentence was given: the draft, a docx, with a comment at each sentence that does not pass. */
  readonly comments?: string | undefined;
  /** A folder for copies of the cited PDFs with their evidence highlighted, outside `against`. Written once every sentence was given. */
  readonly highlight?: string | undefined;
}

export interface FileCheckOptions extends Pick<CheckOptions, 'minConfidence' | 'uncertain' | 'offsets' | 'signal'> {
  /** Called once, before the first sentence: files of the folder that were read, and those that were not, with the reasons. */
  readonly onSources?: ((sources: Sources) => void) | undefined;
}

export interface OpenCheck {
  readonly draft: ReadDocument;
  readonly sources: Sources;
  /** The sentences of the draft in order, each as soon as it is decided. Throws the signal's reason. */
  sentences(verifier: DocumentVerifier, options: CheckOptions): AsyncGenerator<DraftLine, void, undefined>;
  /**
   * Writes the draft with comments; undefined where `comments` names no file. Throws InputError where it cannot be written.
   * @param lines all sentences, with the offsets of the options
   */
  comment(
    lines: readonly DraftLine[],
    options?: Pick<CheckOptions, 'offsets' | 'signal'>,
  ): Promise<WrittenComments | undefined>;
  /** Writes copies of the cited PDFs with highlights; undefined where `highlight` names no folder. */
  highlight(
    lines: readonly DraftLine[],
    options?: Pick<CheckOptions, 'signal'>,
  ): Promise<WrittenHighlights | undefined>;
  close(): Promise<void>;
}

/** Reads a draft and brings the index of a folder up to date. Throws InputError or `invalid_configuration`. */
export async function openCheck(
  { draft: path, against, index, comments, highlight }: DraftFiles,
  { except = [], ...options }: UpdateOptions,
): Promise<OpenCheck> {
  const draft = await readDraft(path, options.signal);
  if (comments !== undefined) await assertTakesComments({ path, draft }, comments);
  if (highlight !== undefined) await assertTakesHighlights(highlight, { draft: path, against });
  const written = comments === undefined ? except : [comments, ...except];
  const { finder, sources, close } = await openSources(against, index, { except: [path, ...written], ...options });
  const places = new EvidenceRectangles(against);
  return {
    draft,
    sources,
    async close() {
      await places.close();
      await close();
    },
    async *sentences(verifier, checking) {
      const toUtf16 = utf16Of(draft, checking.offsets);
      for await (const sentence of verifier.checkDocument(draft, finder, checking)) {
        const evidence: DraftEvidence[] = [];
        for (const one of sentence.evidence) {
          const document = finder.document(one.source_id);
          const toSource = utf16Of(document, checking.offsets);
          const span = { start: toSource(one.start), end: toSource(one.end) };
          const rectangles = await places.find(document, span, checking.signal);
          evidence.push(rectangles === undefined ? one : { ...one, rectangles });
        }
        yield draftLine(draft, { ...sentence, evidence }, toUtf16(sentence.start));
      }
    },
    async comment(lines, { offsets, signal } = {}) {
      if (comments === undefined) return undefined;
      const toUtf16 = utf16Of(draft, offsets);
      const placed = lines.map((line) => ({ ...line, start: toUtf16(line.start), end: toUtf16(line.end) }));
      return writeComments({ path, draft }, placed, { to: comments, signal });
    },
    highlight: async (lines, { signal } = {}) =>
      highlight === undefined ? undefined : writeHighlights(lines, sources, { to: highlight, signal }),
  };
}

function utf16Of({ text }: ReadDocument, offsets: CheckOptions['offsets'] = 'utf16'): (offset: number) => number {
  if (offsets === 'utf16') return (offset) => offset;
  const { toUtf16 } = offsetTable(text, offsets);
  return (offset) => {
    const checked = toUtf16(offset);
    return 'at' in checked ? checked.at : offset;
  };
}

/** Gives each sentence of the draft as soon as it is decided. Throws `invalid_request`, `invalid_configuration`. */
export async function* checkFiles(
  verifier: DocumentVerifier,
  files: DraftFiles,
  { onSources, ...options }: FileCheckOptions,
): AsyncGenerator<DraftLine, void, undefined> {
  const check = await openCheck(files, { signal: options.signal }).catch(asRefusal);
  const lines: DraftLine[] = [];
  try {
    onSources?.(check.sources);
    for await (const line of check.sentences(verifier, options)) {
      if (files.comments !== undefined || files.highlight !== undefined) lines.push(line);
      yield line;
    }
  } finally {
    await check.close();
  }
  await check.comment(lines, options).catch(asRefusal);
  await check.highlight(lines, options);
}

function asRefusal(error: unknown): never {
  if (!(error instanceof InputError)) throw error;
  throw new ServiceError('invalid_request', error.message, { cause: error });
}
