import { defaultTreeAdapter } from 'parse5';
import { BLACK, type Color, colorOf, isUnseen, laidOn, WHITE } from './css-colors.ts';
import { isBoxUnseen, lengthsOf } from './html-boxes.ts';
import { isApart, laysApart, piecesApart, setApart, tagByLook } from './html-layout.ts';
import { attribute, childrenOf, type Element, isText, type Node, type Parent } from './html-nodes.ts';
import { type Declarations, MAX_RULES, StyleSheet } from './html-styles.ts';
import { DRAWINGS_NOTE, EMBEDDED_NOTE, FORMULAS_NOTE, HIDDEN_NOTE, STRUCK_NOTE, UNSURE_NOTE } from './left-out.ts';
import { MAX_DEPTH, nestedTooDeeply } from './reading-problem.ts';

/** The look of an element's words, inherited from its parent. */
interface Look {
  readonly isInArticle: boolean;
  readonly isInvisible: boolean;
  /** Undefined where it is not known. */
  readonly letters: Color | undefined;
  readonly background: Color;
  /** False where an image, or a color that is not understood, may be over the background. */
  readonly isPlain: boolean;
  /** In pixels. */
  readonly size: number;
  readonly opacity: number;
  /** The values that styles of the page name, such as "--text". */
  readonly named: Declarations;
}

const STRUCK = new Set(['s', 'strike', 'del']);
const CODE = new Set(['pre', 'code']);
const PAGE_PARTS = new Set(['header', 'footer', 'aside']);
const UNSEEN = new Set('head script style noscript template'.split(' '));
/** Pixels of letters, and a share of light, that no one reads. */
const [LEAST_SIZE, LEAST_OPACITY] = [4 / 3, 0.05];
/** Elements of words in a line. In a cell of a table, and in a block, the same style raises nothing. */
const INLINE = new Set('a b em font i small span strong u'.split(' '));

/** Elements with words that are shown and not read. */
const UNREAD = new Map([
  ['math', FORMULAS_NOTE],
  ['text', DRAWINGS_NOTE],
  ...['iframe', 'frame', 'object', 'embed'].map((tag) => [tag, EMBEDDED_NOTE] as const),
]);

/**
 * Takes out of a page what a browser does not show, and what is struck out; words that a style raises are put in a `sup`.
 * Words in the color of the page are left out where it has all its styles. Returns notes on words that are not read.
 */
export function leaveOutUnseen(document: Parent): ReadonlySet<string> {
  const sheet = new StyleSheet();
  addStyles(document, sheet, 0);
  const notes = new Set<string>();
  if (sheet.isFull)
    notes.add(`Rules of styles after the first ${MAX_RULES} were not applied, and hidden text may have been read.`);
  const later: (() => void)[] = [];
  prune(document, { ...PLAIN, named: sheet.initial }, { sheet, notes, later, isFlex: false, isCode: false });
  // Selectors are about the elements as they were.
  for (const change of later) change();
  return notes;
}

const PLAIN: Look = {
  isInArticle: false,
  isInvisible: false,
  letters: BLACK,
  background: WHITE,
  isPlain: true,
  size: 16,
  opacity: 1,
  named: new Map(),
};

/** Throws ReadingProblem for elements nested too deeply, so that nothing after it has to count. */
function addStyles(parent: Parent, sheet: StyleSheet, depth: number): void {
  if (depth > MAX_DEPTH) throw nestedTooDeeply();
  for (const node of childrenOf(parent)) {
    const is = (name: string) => attribute(node, name) ?? '';
    if (node.tagName === 'style')
      for (const text of node.childNodes) if (isText(text)) sheet.add(text.value, is('media'));
    if (node.tagName === 'link' && /\bstylesheet\b/i.test(is('rel'))) sheet.link(is('href'));
    addStyles(node, sheet, depth + 1);
  }
}

interface Pruning {
  readonly sheet: StyleSheet;
  readonly notes: Set<string>;
  /** Changes of elements that are kept. */
  readonly later: (() => void)[];
  /** The children are laid out next to each other. */
  readonly isFlex: boolean;
  /** Spaces count as they are. */
  readonly isCode: boolean;
}

function prune(parent: Parent, look: Look, pruning: Pruning): void {
  const { sheet, notes, later } = pruning;
  const apart = new Set<Node>();
  parent.childNodes = parent.childNodes.filter((node) => {
    if (isText(node)) {
      if (!hasWords(node)) return true;
      const isFaint = look.letters !== undefined && isUnseen(look.letters, look.background);
      const isSure = look.isPlain && sheet.isWhole;
      if (isFaint && !isSure) notes.add(UNSURE_NOTE);
      const isSeen = !look.isInvisible && look.size > LEAST_SIZE && !(isFaint && isSure);
      if (!isSeen) notes.add(HIDDEN_NOTE);
      return isSeen;
    }
    if (!('tagName' in node) || UNSEEN.has(node.tagName)) return true;
    const own = sheet.of(node);
    const named = namesIn(own, look.named);
    const declarations = withValues(own, named);
    const inside = lookOf(node, declarations, { ...look, named });
    if (isStruck(node, declarations)) {
      if (hasWords(node)) notes.add(STRUCK_NOTE);
      return false;
    }
    if (isHidden(node, declarations) || inside.opacity <= LEAST_OPACITY) {
      if (hasWords(node)) notes.add(HIDDEN_NOTE);
      return false;
    }
    const display = declarations.get('display') ?? '';
    // Those of the page surround its text; those of an article are part of it.
    const tag = look.isInArticle && PAGE_PARTS.has(node.tagName) ? 'div' : tagByLook(node, display);
    if (tag !== node.tagName) later.push(() => (node.tagName = tag));
    if (isApart(display) || pruning.isFlex) apart.add(node);
    const unread = UNREAD.get(node.tagName);
    if (unread !== undefined) notes.add(unread);
    const isFlex = laysApart(display);
    const isCode = pruning.isCode || CODE.has(node.tagName);
    const isAlike = isFlex === pruning.isFlex && isCode === pruning.isCode;
    prune(node, inside, isAlike ? pruning : { ...pruning, isFlex, isCode });
    if (declarations.get('vertical-align') === 'super' && INLINE.has(node.tagName)) later.push(() => raiseWords(node));
    return true;
  });
  if (sheet.isUnknown && !pruning.isCode) for (const node of piecesApart(parent)) apart.add(node);
  if (apart.size > 0) later.push(() => setApart(parent, apart));
}

function raiseWords(element: Element): void {
  const raised = defaultTreeAdapter.createElement('sup', element.namespaceURI, []);
  raised.childNodes = element.childNodes;
  element.childNodes = [raised];
}

function isStruck({ tagName }: Element, declarations: Declarations): boolean {
  const lines = declarations.get('text-decoration-line') ?? declarations.get('text-decoration');
  return lines === undefined ? STRUCK.has(tagName) : lines.includes('line-through');
}

function isHidden(element: Element, declarations: Declarations): boolean {
  const isMarked = (attribute(element, 'hidden') ?? 'until-found') !== 'until-found';
  const isAria = attribute(element, 'aria-hidden') === 'true';
  return isMarked || isAria || element.tagName === 'rp' || isBoxUnseen(declarations);
}

function lookOf(element: Element, declarations: Declarations, before: Look): Look {
  const look = !before.isInArticle && element.tagName === 'article' ? { ...before, isInArticle: true } : before;
  if (declarations.size === 0 && element.attrs.length === 0) return look;
  const is = (name: string) => attribute(element, name)?.toLowerCase();
  const visibility = declarations.get('visibility');
  const color = declarations.get('-webkit-text-fill-color') ?? declarations.get('color') ?? is('color') ?? is('text');
  const letters = color === undefined || INHERITED.has(color) ? look.letters : colorOf(color);
  return {
    isInArticle: look.isInArticle,
    isInvisible: visibility === undefined ? look.isInvisible : visibility === 'hidden' || visibility === 'collapse',
    letters,
    ...backgroundOf(declarations, is, { ...look, letters }),
    size: sizeOf(declarations, look.size),
    opacity:
      look.opacity * Number(declarations.get('opacity')?.replace(/^([\d.]+)%$/, (_, share) => `${share / 100}`) ?? 1),
    named: look.named,
  };
}

const INHERITED = new Set(['inherit', 'unset', 'currentcolor', 'revert']);
const NO_BACKGROUND = /^(?:none|transparent|initial|inherit|unset|revert|)$/;
/** Colors and images among the words of a value. */
const PIECE =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]{0,200}\)|\burl\([^()]{0,2000}\)?|[a-z][a-z-]{2,25}/g;

function backgroundOf(
  declarations: Declarations,
  is: (name: string) => string | undefined,
  { letters, background, isPlain }: Look,
): Pick<Look, 'background' | 'isPlain'> {
  const image = declarations.get('background-image') ?? is('background') ?? '';
  const color = declarations.get('background-color') ?? declarations.get('background') ?? is('bgcolor') ?? '';
  const value = [image, color].filter((one) => !NO_BACKGROUND.test(one)).join(' ');
  if (value === '') return { background, isPlain };
  const pieces: readonly string[] = value.match(PIECE) ?? [];
  const colors = pieces.flatMap((piece) => (piece === 'currentcolor' ? letters : colorOf(piece)) ?? []);
  const [first] = colors;
  if (first === undefined) return { background, isPlain: false };
  const isImage = /\burl\(|image/.test(value);
  const isOne = colors.every((one) => isUnseen(one, first));
  return { background: laidOn(first, background), isPlain: !isImage && isOne && (isPlain || first.alpha === 1) };
}

const SIZE = /^(?:0|[\d.]{1,12}(?:px|pt|r?em|v[wh]|%))$/;

/** A size in letters is one of the element around. */
function sizeOf(declarations: Declarations, around: number): number {
  const value =
    declarations.get('font-size') ??
    declarations
      .get('font')
      ?.split(/[ /]/)
      .find((word) => SIZE.test(word));
  const sizes = lengthsOf(value ?? '');
  const [size] = sizes;
  if (value === undefined || size === undefined) return around;
  if (value.includes('(')) {
    const isTiny = (one: number) => one <= LEAST_SIZE;
    return (value.startsWith('min(') ? sizes.some(isTiny) : sizes.every(isTiny)) ? 0 : around;
  }
  if (value.endsWith('%')) return (around * size) / 100;
  return /[\d.]em$/.test(value) ? (around * size) / 16 : size;
}

/** Names with the values that an element gives them, and those of the elements around it. */
function namesIn(own: Declarations, around: Declarations): Declarations {
  const named = [...own].filter(([name]) => name.startsWith('--'));
  return named.length === 0 ? around : new Map([...around, ...named]);
}

const USE = /var\(\s*(--[^\s,()]+)\s*(?:,([^()]*))?\)/g;
/** Names of names of names. */
const MAX_NAMES = 10;
const MAX_VALUE = 1_000;

function withValues(declarations: Declarations, named: Declarations): Declarations {
  if (![...declarations.values()].some((value) => value.includes('var('))) return declarations;
  return new Map(
    [...declarations].map(([name, value]) => {
      let whole = value;
      for (let i = 0; i < MAX_NAMES && whole.includes('var(') && whole.length < MAX_VALUE; i += 1)
        whole = whole.replace(USE, (_, used: string, other = '') => named.get(used) ?? other);
      return [name, whole.trim()];
    }),
  );
}

function hasWords(node: Node): boolean {
  if (isText(node)) return node.value.trim() !== '';
  return 'tagName' in node && !UNSEEN.has(node.tagName) && node.childNodes.some(hasWords);
}
