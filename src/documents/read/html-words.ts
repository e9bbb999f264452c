import { fieldWords } from './html-fields.ts';
import { attribute, childrenOf, type Element, isText, type Parent } from './html-nodes.ts';
import { superscript } from './superscript.ts';

/** Elements around the text of a page, and elements that no one reads. */
const LEFT_OUT = new Set(
  (
    'head title script style noscript template nav header footer aside svg math canvas iframe object embed frame audio video ' +
    'datalist button dialog'
  ).split(' '),
);
const LEFT_OUT_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'menu', 'dialog']);
export const BLOCKS = new Set(
  (
    'address article blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hr html legend li main ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
/** A mark that leads to a note of the same page, or back from it, is not part of what the sentence says. */
const NOTE_MARK = /^(?:\[?\d{1,4}\]?|\[?[a-z]\]?|\[note \d+\]|[↑^*†‡])$/iu;

export function elementsIn(element: Element): Element[] {
  return childrenOf(element).filter((child) => !isLeftOut(child));
}

export function isLeftOut(element: Element): boolean {
  if (LEFT_OUT.has(element.tagName)) return true;
  return LEFT_OUT_ROLES.has(attribute(element, 'role') ?? '');
}

export function isNoteMark(element: Element): boolean {
  if (element.tagName === 'sup') {
    const inner = elementsIn(element);
    return inner.length > 0 && inner.every(isNoteMark) && NOTE_MARK.test(wordsOf(element, true).trim());
  }
  if (element.tagName !== 'a' || !attribute(element, 'href')?.startsWith('#')) return false;
  return NOTE_MARK.test(wordsOf(element, true).trim());
}

/** The first element of the name in another one. */
export function find(parent: Parent, tag: string): Element | undefined {
  for (const child of childrenOf(parent)) {
    const found = child.tagName === tag ? child : find(child, tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The visible words in an element, on one line or several. */
export function wordsOf({ childNodes }: Element, withMarks = false): string {
  let words = '';
  for (const node of childNodes) {
    if (isText(node)) words += oneSpaced(node.value);
    if (!('tagName' in node) || isLeftOut(node) || (!withMarks && isNoteMark(node))) continue;
    const inner = fieldWords(node) ?? wordsOf(node, withMarks);
    if (!withMarks && node.tagName === 'sup') words += superscript(inner, words);
    else words += node.tagName === 'br' ? '\n' : BLOCKS.has(node.tagName) ? `\n${inner}\n` : inner;
  }
  return words;
}

/** The text as written, with its line ends. */
export function rawWords({ childNodes }: Element): string {
  return childNodes
    .map((node) => {
      if (isText(node)) return node.value;
      if (!('tagName' in node) || isLeftOut(node)) return '';
      return node.tagName === 'br' ? '\n' : rawWords(node);
    })
    .join('');
}

export function oneSpaced(text: string): string {
  // Nearly all texts are so already, and a call for each of their spaces takes a tenth of reading a page.
  if (!/[\t\r\n\f\u00ad]| {2}/.test(text)) return text;
  return text.replace(/[ \t\r\n\f\u00ad]+/g, (space) => (space === '\u00ad' ? '' : ' '));
}
