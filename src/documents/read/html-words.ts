import { fieldWords } from './html-fields.ts';
import { attribute, childrenOf, type Element, isText, type Node } from './html-nodes.ts';
import { MAX_DEPTH, nestedTooDeeply } from './reading-problem.ts';
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
    return inner.length > 0 && inner.every(isNoteMark) && NOTE_MARK.test(wordsOf(element.childNodes, true).trim());
  }
  if (element.tagName !== 'a' || !attribute(element, 'href')?.startsWith('#')) return false;
  return NOTE_MARK.test(wordsOf(element.childNodes, true).trim());
}

/** The first element of the name among the nodes and below them. */
export function find(nodes: readonly Node[], tag: string, depth: number): Element | undefined {
  if (depth > MAX_DEPTH) return undefined;
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    if (node.tagName === tag) return node;
    const below = find(node.childNodes, tag, depth + 1);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The visible words of the nodes, on one line or several. */
export function wordsOf(nodes: readonly Node[], withMarks = false, depth = 0): string {
  if (depth > MAX_DEPTH) throw nestedTooDeeply();
  let words = '';
  for (const node of nodes) {
    if (isText(node)) words += oneSpaced(node.value);
    if (!('tagName' in node) || isLeftOut(node) || (!withMarks && isNoteMark(node))) continue;
    const inner = fieldWords(node) ?? wordsOf(node.childNodes, withMarks, depth + 1);
    if (!withMarks && node.tagName === 'sup') words += superscript(inner, words);
    else words += node.tagName === 'br' ? '\n' : BLOCKS.has(node.tagName) ? `\n${inner}\n` : inner;
  }
  return words;
}

/** The text as written, with its line ends. */
export function rawWords(nodes: readonly Node[], depth = 0): string {
  if (depth > MAX_DEPTH) throw nestedTooDeeply();
  return nodes
    .map((node) => {
      if (isText(node)) return node.value;
      if (!('tagName' in node) || isLeftOut(node)) return '';
      return node.tagName === 'br' ? '\n' : rawWords(node.childNodes, depth + 1);
    })
    .join('');
}

export function oneSpaced(text: string): string {
  // Nearly all texts are so already, and a call for each of their spaces takes a tenth of reading a page.
  if (!/[\t\r\n\f\u00ad]| {2}/.test(text)) return text;
  return text.replace(/[ \t\r\n\f\u00ad]+/g, (space) => (space === '\u00ad' ? '' : ' '));
}
