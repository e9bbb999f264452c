import { canName } from '../../text/names-columns.ts';
import { inOneLine } from './document-builder.ts';
import { attribute, type Element } from './html-nodes.ts';
import { BLOCKS, elementsIn, wordsOf } from './html-words.ts';

/** Labels with their values, or the rows of a table. */
type Cards =
  | { readonly facts: readonly string[] }
  | { readonly names: readonly string[] | undefined; readonly rows: readonly (readonly string[])[] };

const CONTAINERS = new Set(['div', 'section', 'main', 'article']);
/** Characters of a label and of a value at most. */
const [MAX_LABEL, MAX_VALUE] = [60, 200];
const SENTENCE = /[.!?…]["”’)]?$/;

/**
 * The children of an element as facts, if there are several and each has nothing but short blocks, as many as the others:
 * a label with its value, or the cells of a row.
 */
export function cardsIn(element: Element): Cards | undefined {
  if (!CONTAINERS.has(element.tagName)) return undefined;
  const children = elementsIn(element);
  if (children.length < 2 || hasOwnWords(element)) return undefined;
  const cards = children.map(cellsOf);
  const [first] = cards;
  if (!cards.every((cells) => cells !== undefined && cells.length === first?.length)) return undefined;
  const rows = cards.filter((cells) => cells !== undefined);
  if (first?.length === 2) return rows.every(isFact) ? { facts: rows.map(factOf) } : undefined;
  if (rows.length < 3 || rows.some(([label = '']) => SENTENCE.test(label))) return undefined;
  const [head, ...others] = children.map((child) => attribute(child, 'class'));
  const isHead = new Set(others).size === 1 && !others.includes(head);
  return { names: isHead ? rows[0] : undefined, rows: isHead ? rows.slice(1) : rows };
}

/** The text of the blocks of an element; undefined where it has other words, or blocks with blocks in them. */
function cellsOf(element: Element): string[] | undefined {
  const cells = elementsIn(element);
  if (!CARDS.has(element.tagName) || cells.length < 2 || hasOwnWords(element)) return undefined;
  if (!cells.every((cell) => CELLS.has(cell.tagName) && !hasBlocks(cell))) return undefined;
  const texts = cells.map((cell) => inOneLine(wordsOf(cell)));
  return texts.every((text) => text !== '' && text.length <= MAX_VALUE) ? texts : undefined;
}

const CARDS = new Set(['div', 'section', 'article', 'a']);
const CELLS = new Set(['div', 'p']);

function isFact([label = '', value = '']: readonly string[]): boolean {
  return label.length <= MAX_LABEL && !SENTENCE.test(label) && (canName(label) || canName(value));
}

/** The number may come first, in large letters. */
function factOf([first = '', second = '']: readonly string[]): string {
  const [label, value] = canName(first) || !canName(second) ? [first, second] : [second, first];
  return `${label.replace(/:$/, '')}: ${value}`;
}

function hasOwnWords({ childNodes }: Element): boolean {
  return childNodes.some((node) => 'value' in node && node.value.trim() !== '');
}

function hasBlocks(element: Element): boolean {
  return elementsIn(element).some(
    (inner) => BLOCKS.has(inner.tagName) || inner.tagName === 'input' || hasBlocks(inner),
  );
}
