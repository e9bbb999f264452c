import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { StyleSheet } from './html-styles.ts';
import { DRAWINGS_NOTE, EMBEDDED_NOTE, FORMULAS_NOTE, HIDDEN_NOTE, STRUCK_NOTE } from './left-out.ts';
import { MAX_DEPTH, nestedTooDeeply } from './reading-problem.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** The look of an element's words, inherited from its parent. */
interface Look {
  readonly isInArticle: boolean;
  readonly isInvisible: boolean;
  readonly isWhite: boolean;
  readonly hasBackground: boolean;
  readonly isTiny: boolean;
}

const STRUCK = new Set(['s', 'strike', 'del']);
const PAGE_PARTS = new Set(['header', 'footer', 'aside']);
const UNSEEN = new Set('head script style noscript template'.split(' '));
/** White, or so near to it that no one sees it. */
const WHITE = /^(?:white|snow|#fff|#(?:f[a-f]){3}|rgba?\(\s*25\d[\s,]+25\d[\s,]+25\d(?:[\s,/]+1(?:\.0+)?)?\s*\))$/;
const NO_BACKGROUND = /^(?:none|transparent|initial|inherit|unset|)$/;
const NOTHING = /^0(?:\.0+)?(?:px|pt|em|rem|%)?$/;
/** Points and pixels that no one reads. */
const TINY = /^(?:0(?:\.\d+)?|1(?:\.0+)?)(?:px|pt)$/;
/** Elements of words in a line. In a cell of a table, and in a block, the same style raises nothing. */
const INLINE = new Set('a b em font i small span strong u'.split(' '));
const FAR_AWAY = /^-\d{3,}(?:\.\d+)?(?:px|pt|em|rem)$/;

/** Elements with words that are shown and not read. */
const UNREAD = new Map([
  ['math', FORMULAS_NOTE],
  ['text', DRAWINGS_NOTE],
  ...['iframe', 'frame', 'object', 'embed'].map((tag) => [tag, EMBEDDED_NOTE] as const),
]);

/**
 * Takes out of a page what a browser does not show, and what is struck out; words that a style raises are put in a `sup`.
 * White words count where the page has all its styles. Returns notes on words that are not read.
 */
export function leaveOutUnseen(document: Parent): ReadonlySet<string> {
  const sheet = new StyleSheet();
  const isWhole = addStyles(document, sheet, 0);
  const notes = new Set<string>();
  const look = { isInArticle: false, isInvisible: false, isWhite: false, hasBackground: !isWhole, isTiny: false };
  prune(document, look, { sheet, notes }, 0);
  return notes;
}

/** Adds the style sheets of the page; false if one is in another file. */
function addStyles(parent: Parent, sheet: StyleSheet, depth: number): boolean {
  let isWhole = true;
  if (depth > MAX_DEPTH) throw nestedTooDeeply();
  for (const node of parent.childNodes) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'style') for (const text of node.childNodes) if ('value' in text) sheet.add(text.value);
    if (node.tagName === 'link' && node.attrs.some(({ value }) => /\bstylesheet\b/i.test(value))) isWhole = false;
    if (!addStyles(node, sheet, depth + 1)) isWhole = false;
  }
  return isWhole;
}

interface Pruning {
  readonly sheet: StyleSheet;
  readonly notes: Set<string>;
}

function prune(parent: Parent, look: Look, pruning: Pruning, depth: number): void {
  if (depth > MAX_DEPTH) throw nestedTooDeeply();
  const { sheet, notes } = pruning;
  parent.childNodes = parent.childNodes.filter((node) => {
    if (node.nodeName === '#text') {
      const isSeen = !look.isInvisible && !look.isTiny && (!look.isWhite || look.hasBackground);
      if (!isSeen && hasWords(node)) notes.add(HIDDEN_NOTE);
      return isSeen || !hasWords(node);
    }
    if (!('tagName' in node) || UNSEEN.has(node.tagName)) return true;
    const declarations = sheet.of(node);
    if (isStruck(node, declarations)) {
      if (hasWords(node)) notes.add(STRUCK_NOTE);
      return false;
    }
    if (isHidden(node, declarations)) {
      if (hasWords(node)) notes.add(HIDDEN_NOTE);
      return false;
    }
    // Those of the page surround its text; those of an article are part of it.
    if (look.isInArticle && PAGE_PARTS.has(node.tagName)) node.tagName = 'div';
    const unread = UNREAD.get(node.tagName);
    if (unread !== undefined) notes.add(unread);
    prune(node, lookOf(node, declarations, look), pruning, depth + 1);
    if (declarations.get('vertical-align') === 'super' && INLINE.has(node.tagName)) raiseWords(node);
    return true;
  });
}

function raiseWords(element: Element): void {
  const raised = defaultTreeAdapter.createElement('sup', element.namespaceURI, []);
  raised.childNodes = element.childNodes;
  element.childNodes = [raised];
}

type Declarations = ReturnType<StyleSheet['of']>;

function isStruck({ tagName }: Element, declarations: Declarations): boolean {
  const lines = declarations.get('text-decoration-line') ?? declarations.get('text-decoration');
  return lines === undefined ? STRUCK.has(tagName) : lines.includes('line-through');
}

function isHidden({ attrs }: Element, declarations: Declarations): boolean {
  const is = (name: string) => attrs.find((one) => one.name === name)?.value;
  const hidden = is('hidden');
  if ((hidden !== undefined && hidden !== 'until-found') || is('aria-hidden') === 'true') return true;
  if (declarations.size === 0) return false;
  if (declarations.get('display') === 'none' || NOTHING.test(declarations.get('opacity') ?? '')) return true;
  if (['text-indent', 'margin-left', 'margin-top'].some((name) => FAR_AWAY.test(declarations.get(name) ?? '')))
    return true;
  if (
    /^(?:hidden|clip)/.test(declarations.get('overflow') ?? '') &&
    SIZES.some((name) => NOTHING.test(declarations.get(name) ?? ''))
  )
    return true;
  if (!['absolute', 'fixed'].includes(declarations.get('position') ?? '')) return false;
  const isFar = ['left', 'right', 'top'].some((side) => FAR_AWAY.test(declarations.get(side) ?? ''));
  return (
    isFar ||
    /^(?:rect\(\s*[01](?:px)?\b|inset\(\s*50%)/.test(declarations.get('clip') ?? declarations.get('clip-path') ?? '')
  );
}

function lookOf(element: Element, declarations: Declarations, before: Look): Look {
  const { attrs, tagName } = element;
  const look = !before.isInArticle && tagName === 'article' ? { ...before, isInArticle: true } : before;
  if (declarations.size === 0 && attrs.length === 0) return look;
  const is = (name: string) => attrs.find((one) => one.name === name)?.value.toLowerCase();
  const visibility = declarations.get('visibility');
  const color = declarations.get('color') ?? is('color');
  const size = declarations.get('font-size');
  const backgrounds = BACKGROUNDS.map((name) => declarations.get(name) ?? is(name) ?? '');
  const isPainted = backgrounds.some((background) => !NO_BACKGROUND.test(background) && !WHITE.test(background));
  return {
    isInArticle: look.isInArticle,
    isInvisible: visibility === undefined ? look.isInvisible : visibility === 'hidden' || visibility === 'collapse',
    isWhite: color === undefined || color === 'inherit' ? look.isWhite : WHITE.test(color) || color === 'transparent',
    hasBackground: look.hasBackground || isPainted,
    isTiny: size === undefined ? look.isTiny : NOTHING.test(size) || TINY.test(size),
  };
}

const SIZES = ['height', 'max-height', 'width', 'max-width'];
const BACKGROUNDS = ['background', 'background-color', 'background-image', 'bgcolor'];

/** Without recursion: an element that is left out may be nested deeper than one that is read. */
function hasWords(node: Node): boolean {
  const open: Node[] = [node];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.nodeName === '#text' && (at as DefaultTreeAdapterTypes.TextNode).value.trim() !== '') return true;
    if ('tagName' in at && !UNSEEN.has(at.tagName)) for (const child of at.childNodes) open.push(child);
  }
  return false;
}
