import { MAX_DEPTH, nestedTooDeeply, ReadingProblem } from './reading-problem.ts';

/** An element of a part, by offsets into its text. */
export interface XmlElement {
  /** The tag with its prefix, as the part has it. */
  readonly tag: string;
  /** With the usual prefix of its namespace, such as "w:p"; without one where the namespace is none of those known here. */
  readonly name: string;
  readonly namespace: string;
  readonly parent: XmlElement | undefined;
  readonly start: number;
  /** Where its start tag ends. */
  readonly innerStart: number;
  /** Where its end tag begins and ends; both are `innerStart` until the element is closed, and where it has no end tag. */
  innerEnd: number;
  end: number;
}

export interface XmlVisitor {
  readonly open?: (element: XmlElement) => void;
  /** Characters as written, references not resolved; not those of CDATA sections, which the reader of drafts passes over too. */
  readonly text?: (start: number, end: number, inside: XmlElement) => void;
  readonly close?: (element: XmlElement) => void;
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const STRICT_WORD = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
const PREFIXES: ReadonlyMap<string, string> = new Map([
  [WORD, 'w'],
  [STRICT_WORD, 'w'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/package/2006/content-types', 'types'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'relations'],
]);

type Names = Pick<XmlElement, 'name' | 'namespace'>;

/** The namespaces of an element, and the names that tags have in them. */
interface Scope {
  readonly namespaces: ReadonlyMap<string, string>;
  readonly names: Map<string, Names>;
}

/**
 * Passes a visitor the elements and the text of an XML part in their order, with the places where they appear, so that a
 * part can be added to without writing it again. Throws ReadingProblem for what is not well formed or nested too deeply.
 */
export function scanXml(xml: string, visitor: XmlVisitor): void {
  let inside: XmlElement | undefined;
  const scopes: Scope[] = [{ namespaces: new Map(), names: new Map() }];
  const close = (element: XmlElement, innerEnd: number, end: number) => {
    element.innerEnd = innerEnd;
    element.end = end;
    visitor.close?.(element);
    scopes.pop();
    inside = element.parent;
  };
  for (let at = 0; at < xml.length; ) {
    if (xml[at] !== '<') {
      const end = xml.indexOf('<', at);
      const to = end < 0 ? xml.length : end;
      if (inside !== undefined) visitor.text?.(at, to, inside);
      at = to;
    } else if (xml.startsWith('<!--', at)) at = after(xml, '-->', at + 4);
    else if (xml.startsWith('<![CDATA[', at)) at = after(xml, ']]>', at + 9);
    else if (xml.startsWith('<?', at)) at = after(xml, '?>', at + 2);
    else if (xml.startsWith('</', at)) {
      const end = after(xml, '>', at);
      if (inside === undefined || xml.slice(at + 2, end - 1).trim() !== inside.tag) throw malformed(at);
      close(inside, at, end);
      at = end;
    } else {
      const end = endOfTag(xml, at);
      const isEmpty = xml[end - 2] === '/';
      const [tag] = NAME.exec(xml.slice(at + 1, end - 1)) ?? [];
      if (tag === undefined) throw malformed(at);
      const scope = scopeOf(xml.slice(at + 1 + tag.length, end - 1), scopes.at(-1)!);
      const { name, namespace } = namesOf(tag, scope);
      const parent = inside;
      const element: XmlElement = { tag, name, namespace, parent, start: at, innerStart: end, innerEnd: end, end };
      if (scopes.push(scope) > MAX_DEPTH) throw nestedTooDeeply();
      inside = element;
      visitor.open?.(element);
      if (isEmpty) close(element, end, end);
      at = end;
    }
  }
  if (inside !== undefined) throw malformed(xml.length);
}

export function elementsNamed(xml: string, ...names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  scanXml(xml, {
    open: (element) => {
      if (names.includes(element.name)) found.push(element);
    },
  });
  return found;
}

/** The element itself or the next one around it that has the name. */
export function nearest(element: XmlElement | undefined, name: string): XmlElement | undefined {
  let at = element;
  while (at !== undefined && at.name !== name) at = at.parent;
  return at;
}

/** The prefix of a tag with its colon, or ''. */
export function prefixOf({ tag }: XmlElement): string {
  return tag.slice(0, tag.indexOf(':') + 1);
}

const NAME = /^[^\s/>"'=<]+/;

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw malformed(from);
  return at + mark.length;
}

/** A value in quotes may hold ">". */
function endOfTag(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at += 1) {
    const character = xml[at]!;
    if (character === '>') return at + 1;
    if (character === '<') break;
    if (character === '"' || character === "'") at = after(xml, character, at + 1) - 1;
  }
  throw malformed(start);
}

function malformed(at: number): ReadingProblem {
  return new ReadingProblem(`has XML that is not well formed, at character ${at}`);
}

function scopeOf(attributes: string, above: Scope): Scope {
  if (!attributes.includes('xmlns')) return above;
  const namespaces = new Map(above.namespaces);
  for (const { name, value } of attributesIn(attributes)) {
    if (name === 'xmlns') namespaces.set('', value);
    else if (name.startsWith('xmlns:')) namespaces.set(name.slice(6), value);
  }
  return { namespaces, names: new Map() };
}

function namesOf(tag: string, { namespaces, names }: Scope): Names {
  const known = names.get(tag);
  if (known !== undefined) return known;
  const colon = tag.indexOf(':');
  const namespace = namespaces.get(colon < 0 ? '' : tag.slice(0, colon)) ?? '';
  const prefix = PREFIXES.get(namespace);
  const local = tag.slice(colon + 1);
  const found = { name: prefix === undefined ? local : `${prefix}:${local}`, namespace };
  names.set(tag, found);
  return found;
}

/** Tried where a name begins alone: the time grows as the text, whatever it is. */
const ATTRIBUTE = /(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function attributesIn(text: string): { readonly name: string; readonly value: string }[] {
  const found: { readonly name: string; readonly value: string }[] = [];
  ATTRIBUTE.lastIndex = 0;
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text))
    found.push({ name: match[1]!, value: resolved(match[2] ?? match[3] ?? '') });
  return found;
}

/** The value of an attribute by its name without a prefix. */
export function attributeOf(xml: string, element: XmlElement, name: string): string | undefined {
  return attributesOf(xml, element)[name];
}

/** The attributes by their names without a prefix; of two with the same name the first. */
export function attributesOf(
  xml: string,
  { tag, start, innerStart }: XmlElement,
): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string> = Object.create(null);
  for (const { name, value } of attributesIn(xml.slice(start + 1 + tag.length, innerStart - 1)))
    found[name.slice(name.indexOf(':') + 1)] ??= value;
  return found;
}

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/giy;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REPLACEMENT = 0xfffd;

/** The character that the text has at an offset, and where it ends there: a reference such as "&amp;" is one. */
export function characterAt(text: string, at: number): { readonly character: string; readonly end: number } {
  if (text[at] === '&') {
    REFERENCE.lastIndex = at;
    const found = REFERENCE.exec(text);
    if (found !== null) {
      const [, hex, decimal, name] = found;
      return { character: named(name) ?? coded(hex, decimal), end: REFERENCE.lastIndex };
    }
  }
  const character = String.fromCodePoint(text.codePointAt(at)!);
  return { character, end: at + character.length };
}

function named(name: string | undefined): string | undefined {
  return name === undefined ? undefined : NAMED[name.toLowerCase()];
}

function coded(hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return String.fromCodePoint(code <= 0x10ffff ? code : REPLACEMENT);
}

/** Text with its references such as "&amp;" as the characters that they are. */
export function resolved(text: string): string {
  if (!text.includes('&')) return text;
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const { character, end } = characterAt(text, at);
    plain += character;
    at = end;
  }
  return plain;
}

const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML can hold it: marks escaped, characters that it knows no way to write as a space. */
export function escapedXml(text: string): string {
  return text.replace(UNWRITABLE, ' ').replace(/[&<>"]/g, (mark) => ESCAPES[mark]!);
}
