import type { DefaultTreeAdapterTypes } from 'parse5';
import { attribute, type Element, type Node, type Parent } from './html-nodes.ts';

/** Elements that say nothing of their look. */
const PLAIN = new Set('div span section p a ul li b strong em i label time data mark cite abbr'.split(' '));
const INLINE = new Set('span a b strong em i label time data mark cite abbr'.split(' '));
/** Elements that are next to another one for their place, not for the look of a part of a word. */
const PIECES = new Set(['span', 'label', 'time', 'data']);

const TAGS_OF_ROLES: ReadonlyMap<string, string> = new Map([
  ...['table', 'grid', 'treegrid'].map((role) => [role, 'table'] as const),
  ...[['row', 'tr'] as const, ['rowgroup', 'tbody'] as const, ['cell', 'td'] as const, ['gridcell', 'td'] as const],
  ...['columnheader', 'rowheader'].map((role) => [role, 'th'] as const),
]);
const TAGS_OF_DISPLAYS: ReadonlyMap<string, string> = new Map([
  ...[['table', 'table'] as const, ['inline-table', 'table'] as const, ['table-caption', 'caption'] as const],
  ...[['table-header-group', 'thead'] as const, ['table-row-group', 'tbody'] as const],
  ...[['table-footer-group', 'tfoot'] as const, ['table-row', 'tr'] as const, ['table-cell', 'td'] as const],
]);
const BLOCKS = new Set(['block', 'flex', 'grid', 'flow-root', 'list-item']);
const APART = new Set(['inline-block', 'inline-flex', 'inline-grid']);

/** The tag of the elements that one looks like by its role or its style. */
export function tagByLook(element: Element, display: string): string {
  const { tagName } = element;
  const role = TAGS_OF_ROLES.get(attribute(element, 'role') ?? '');
  if (!PLAIN.has(tagName)) return tagName;
  return role ?? TAGS_OF_DISPLAYS.get(display) ?? (BLOCKS.has(display) && INLINE.has(tagName) ? 'div' : tagName);
}

/** True if the children of an element are next to each other with space between. */
export function laysApart(display: string): boolean {
  return /^(?:inline-)?(?:flex|grid)$/.test(display);
}

/** True if an element appears as a box of its own in its line. */
export function isApart(display: string): boolean {
  return APART.has(display);
}

/** The children that only styles elsewhere hold apart from the ones before them, such as a value from its label. */
export function piecesApart({ childNodes }: Parent): Node[] {
  return childNodes.filter((node, i) => {
    const before = childNodes[i - 1];
    if (before === undefined || !('tagName' in node) || !('tagName' in before)) return false;
    if (![node, before].every(isPiece) || ![node, before].some(({ tagName }) => PIECES.has(tagName))) return false;
    return /[\p{L}\d][\p{L}\d.)%]$/u.test(textOf(before)) && /^[\p{L}\d]{2}/u.test(textOf(node));
  });
}

function isPiece(element: Element): boolean {
  return INLINE.has(element.tagName) && attribute(element, 'style') === undefined;
}

/** Puts white space around some of the children. */
export function setApart(parent: Parent, apart: ReadonlySet<Node>): void {
  parent.childNodes = parent.childNodes.flatMap((node) =>
    apart.has(node) ? [space(parent), node, space(parent)] : [node],
  );
}

function space(parentNode: Parent): Node {
  return { nodeName: '#text', value: ' ', parentNode } as DefaultTreeAdapterTypes.TextNode;
}

/** Pieces are short: the text of elements without others in them. */
function textOf({ childNodes }: Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : 'tagName' in node ? textOf(node) : '')).join('');
}
