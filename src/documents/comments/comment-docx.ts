import { zipSync } from 'fflate';
import type { Span } from '../../text/index.ts';
import type { ReadDocument } from '../document.ts';
import { docxStyles } from '../read/docx-runs.ts';
import { folderOf, PackageParts, relationsOf } from '../read/package-parts.ts';
import { ReadingProblem } from '../read/reading-problem.ts';
import { attributeOf, elementsNamed, escapedXml } from '../read/scan-xml.ts';
import { unpack } from '../read/unpack.ts';
import {
  type CommentFacts,
  emptyComments,
  freeIds,
  tagLike,
  type WrittenComment,
  withAtEnd,
  withComments,
  XML,
} from './comments-part.ts';
import { readDocxText, readNotes } from './docx-text.ts';
import { PlaceFinder } from './find-places.ts';
import { RangeInserter } from './insert-ranges.ts';

export interface DraftComment extends Span {
  readonly paragraphs: readonly string[];
}

export interface CommentsToAdd extends CommentFacts {
  readonly draft: Pick<ReadDocument, 'text' | 'blocks'>;
  readonly comments: readonly DraftComment[];
}

export interface CommentedDocx {
  readonly bytes: Uint8Array;
  readonly atParagraph: number;
}

/** Puts comments into a docx; all parts that need no change stay byte for byte. Throws ReadingProblem. */
export async function commentDocx(docx: Buffer, { draft, comments, ...facts }: CommentsToAdd): Promise<CommentedDocx> {
  const parts = new Package(await unpack(docx, 'all'));
  const main = parts.related('', 'officeDocument') ?? 'word/document.xml';
  const styles = docxStyles(parts.text(parts.related(main, 'styles') ?? 'word/styles.xml'));
  const text = readDocxText(parts.text(main), styles);
  const notes = ['footnotes', 'endnotes'].flatMap((kind) => {
    const name = parts.related(main, kind);
    return name === undefined ? [] : [readNotes(parts.text(name), styles, text.noteMarks)];
  });
  const finder = new PlaceFinder(draft, text, [text.boxes, ...notes]);
  const known = parts.related(main, 'comments');
  const before =
    known === undefined ? emptyComments(elementsNamed(text.xml, 'w:document')[0]?.namespace ?? '') : parts.text(known);
  const ids = freeIds(before, text.xml);
  const ranges = new RangeInserter(text);
  const written: WrittenComment[] = [];
  let atParagraph = 0;
  for (const { paragraphs, ...span } of comments) {
    const place = finder.place(span);
    if (place === undefined) throw new ReadingProblem('has no paragraph that a comment could be put at');
    const id = ids.next().value;
    ranges.add({ id, place });
    written.push({ id, paragraphs });
    if (place.at === 'paragraph') atParagraph += 1;
  }
  parts.put(main, ranges.toString());
  parts.put(known ?? parts.relate(main, 'comments', COMMENTS), withComments(before, written, facts));
  return { bytes: parts.packed(facts.date), atParagraph };
}

const COMMENTS = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';
const TYPES = '[Content_Types].xml';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const KINDS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT_KINDS = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

/** An office file that gets further parts. */
class Package extends PackageParts {
  /** The text of a part of XML, which is in UTF-8: it is written again. */
  override text(name: string): string {
    const bytes = Buffer.from(this.parts.get(name) ?? []);
    const text = super.text(name);
    if (!Buffer.from(text).equals(bytes)) throw new ReadingProblem(`has ${name} in an encoding other than UTF-8`);
    return text;
  }

  put(name: string, text: string): void {
    this.parts.set(name, Buffer.from(text));
  }

  /** Makes a relation to a new part next to another one, and gives the part's name. */
  relate(from: string, kind: string, contentType: string): string {
    const target = this.#freeName(folderOf(from), kind);
    const relations = relationsOf(from);
    const has = this.parts.has(relations);
    const xml = has ? this.text(relations) : `${XML}<Relationships xmlns="${RELATIONS}"/>`;
    const all = elementsNamed(xml, 'relations:Relationship');
    const ids = new Set(all.map((element) => attributeOf(xml, element, 'Id')));
    const isStrict = all.some((element) => attributeOf(xml, element, 'Type')?.startsWith(STRICT_KINDS));
    let number = all.length + 1;
    while (ids.has(`rId${number}`)) number += 1;
    this.put(
      relations,
      withAtEnd(
        xml,
        (root) =>
          `<${tagLike(root, 'Relationship')} Id="rId${number}" Type="${isStrict ? STRICT_KINDS : KINDS}/${kind}" Target="${target}"/>`,
      ),
    );
    const name = `${folderOf(from)}${target}`;
    this.put(
      TYPES,
      withAtEnd(
        this.text(TYPES),
        (root) => `<${tagLike(root, 'Override')} PartName="/${escapedXml(name)}" ContentType="${contentType}"/>`,
      ),
    );
    return name;
  }

  packed(date: string): Uint8Array {
    const options = (name: string) => ({ level: PACKED.test(name) ? 0 : 6, mtime: new Date(date) }) as const;
    return zipSync(Object.fromEntries([...this.parts].map(([name, part]) => [name, [part, options(name)]])));
  }

  #freeName(folder: string, kind: string): string {
    let target = `${kind}.xml`;
    for (let number = 1; this.parts.has(`${folder}${target}`); number += 1) target = `${kind}${number}.xml`;
    return target;
  }
}

/** Packed in themselves. */
const PACKED = /\.(?:png|jpe?g|gif|zip|docx|xlsx|pptx|mp4|m4a|mp3)$/i;
