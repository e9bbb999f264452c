import { ReadingProblem } from '../read/reading-problem.ts';
import { attributeOf, elementsNamed, escapedXml, prefixOf, scanXml, type XmlElement } from '../read/scan-xml.ts';

export interface WrittenComment {
  readonly id: number;
  readonly paragraphs: readonly string[];
}

export interface CommentFacts {
  readonly author: string;
  readonly initials: string;
  /** Such as "2026-03-02T10:00:00Z". */
  readonly date: string;
}

/** A part with something more at the end of its outermost element. */
export function withAtEnd(xml: string, put: (root: XmlElement) => string): string {
  let root: XmlElement | undefined;
  scanXml(xml, { close: (element) => (root = element) });
  if (root === undefined) throw new ReadingProblem('has a part without any element');
  const added = put(root);
  if (root.innerEnd !== root.end) return xml.slice(0, root.innerEnd) + added + xml.slice(root.innerEnd);
  // The element has no end tag: its only one ends with "/>".
  const open = `${xml.slice(root.start, root.end - 2).trimEnd()}>`;
  return `${xml.slice(0, root.start)}${open}${added}</${root.tag}>${xml.slice(root.end)}`;
}

/** An element with the prefix that the root has. */
export function tagLike(root: XmlElement, name: string): string {
  return `${prefixOf(root)}${name}`;
}

export function emptyComments(namespace: string): string {
  return `${XML}<w:comments xmlns:w="${namespace}"/>`;
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A part of comments with more of them; those that it has stay as they are. */
export function withComments(xml: string, comments: readonly WrittenComment[], facts: CommentFacts): string {
  return withAtEnd(xml, ({ tag, namespace }) => {
    const prefix = tag.includes(':') ? tag.slice(0, tag.indexOf(':')) : 'w';
    // Each declares the namespace itself where the part has it without a prefix.
    const declared = tag.includes(':') ? '' : ` xmlns:${prefix}="${namespace}"`;
    return comments.map((comment) => commentXml(comment, facts, { prefix, declared })).join('');
  });
}

function commentXml(
  { id, paragraphs }: WrittenComment,
  { author, initials, date }: CommentFacts,
  { prefix: p, declared }: { readonly prefix: string; readonly declared: string },
): string {
  const written = paragraphs.map((text, i) => {
    const [mark, bold] =
      i === 0 ? [`<${p}:r><${p}:annotationRef/></${p}:r>`, `<${p}:rPr><${p}:b/></${p}:rPr>`] : ['', ''];
    return `<${p}:p>${mark}<${p}:r>${bold}<${p}:t xml:space="preserve">${escapedXml(text)}</${p}:t></${p}:r></${p}:p>`;
  });
  const of = `${p}:id="${id}" ${p}:author="${escapedXml(author)}" ${p}:date="${date}" ${p}:initials="${escapedXml(initials)}"`;
  return `<${p}:comment${declared} ${of}>${written.join('')}</${p}:comment>`;
}

/** Numbers that no comment of these parts has. */
export function* freeIds(...parts: readonly string[]): Generator<number, never, undefined> {
  const used = new Set<string | undefined>();
  for (const xml of parts)
    for (const element of elementsNamed(
      xml,
      'w:comment',
      'w:commentRangeStart',
      'w:commentRangeEnd',
      'w:commentReference',
    ))
      used.add(attributeOf(xml, element, 'id')?.trim());
  for (let id = 0; ; id += 1) if (!used.has(String(id))) yield id;
}
