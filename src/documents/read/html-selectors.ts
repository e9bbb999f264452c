import { dividedAt, endOfBrackets, unescaped } from './css-text.ts';
import { attribute, childrenOf, type Element, parentOf } from './html-nodes.ts';

type Test = (element: Element) => boolean;

export interface Selector {
  /** An identifier, class or tag that an element needs, such as "#a", ".b" or "p"; "*" where it needs none. */
  readonly key: string;
  /** The heaviest of the rules for an element wins. */
  readonly weight: number;
  readonly parts: readonly Part[];
}

/** The conditions of one element, and its relation to the element of the part before. */
interface Part {
  readonly relation: string;
  readonly tests: Test[];
  key: string;
  /** True where a search found an element there or beyond, false where it found none: no stretch is searched twice. */
  readonly known: Map<Element, boolean>;
}

const [OF_ID, OF_CLASS, OF_TAG] = [10_000, 100, 1];
const NAME = String.raw`(?:[\w-]|[^\0-\x7f]|\\[^\n])+`;
const TOKEN = new RegExp(String.raw`([>+~])|(\s+)|(?:\*\|)?([#.]?)(${NAME})|(\[)|(::?)([\w-]+)(\(?)|(\*)`, 'y');
/** Lists in lists, such as ":not(:is(p))", and parts, each of which is a call in the call for the one before. */
const [MAX_LISTS, MAX_PARTS] = [8, 100];

/** The selectors of a list. Those that match nothing before anyone does anything, such as ":hover", are left out. */
export function selectorsIn(list: string, depth = 0): Selector[] {
  if (depth > MAX_LISTS) return [];
  return dividedAt(list, ',').flatMap((text) => selectorOf(text.trim(), depth + 1) ?? []);
}

function selectorOf(text: string, depth: number): Selector | undefined {
  const parts: Part[] = [];
  let part = newPart(' ');
  let weight = 0;
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const [token, relation, space, mark = '', name, bracket, colons, pseudo = '', open, any] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    at += token.length;
    if (relation !== undefined || space !== undefined) {
      // White space around ">" says nothing.
      if (part.tests.length > 0) parts.push(part);
      if (part.tests.length > 0 || relation !== undefined) part = newPart(relation ?? ' ');
    } else if (name !== undefined) {
      const value = mark === '' ? unescaped(name).toLowerCase() : unescaped(name);
      part.tests.push(nameTest(mark, value));
      // An identifier names fewer elements than a class, and a class fewer than a tag.
      if (mark === '#' || !part.key.startsWith('#'))
        part.key = mark === '' && part.key !== '*' ? part.key : mark + value;
      weight += mark === '#' ? OF_ID : mark === '.' ? OF_CLASS : OF_TAG;
    } else if (any !== undefined) part.tests.push(() => true);
    else {
      const end = bracket !== undefined || open ? endOfBrackets(text, at) : at;
      const inner = text.slice(at, Math.max(at, end - 1)).trim();
      at = end;
      const kind = pseudo.toLowerCase();
      const inside = LISTS.has(kind) || kind === 'where' ? selectorsIn(inner, depth) : [];
      const isOther = colons === '::' && kind !== 'first-line';
      const test = isOther ? undefined : bracket ? attributeTest(inner) : pseudoTest(kind, inner, inside, depth);
      if (test === undefined) return undefined;
      part.tests.push(test);
      const most = inside.reduce((found, one) => Math.max(found, one.weight), 0);
      weight += LISTS.has(kind) ? most : kind === 'where' ? 0 : OF_CLASS;
    }
  }
  parts.push(part);
  if (parts.length > MAX_PARTS || parts.some(({ tests }) => tests.length === 0)) return undefined;
  return { key: part.key, weight, parts };
}

function newPart(relation: string): Part {
  return { relation, tests: [], key: '*', known: new Map() };
}

export function isMatch({ parts }: Pick<Selector, 'parts'>, element: Element, last = parts.length - 1): boolean {
  const { tests, relation, known } = parts[last]!;
  if (!tests.every((test) => test(element))) return false;
  if (last === 0) return true;
  const fits = (one: Element) => isMatch({ parts }, one, last - 1);
  const next = relation === ' ' || relation === '>' ? parentOf : elementBefore;
  if (relation === ' ' || relation === '~') return isBeyond(element, next, fits, known);
  const other = next(element);
  return other !== undefined && fits(other);
}

/** True if elements below or behind one are related to it, and to each other, as in ":has()". */
function has(parts: readonly Part[], element: Element, first = 0): boolean {
  const { tests, relation, known } = parts[first]!;
  const fits = (one: Element) =>
    tests.every((test) => test(one)) && (first === parts.length - 1 || has(parts, one, first + 1));
  const isBelow = (one: Element): boolean => {
    const found = known.get(one) ?? childrenOf(one).some((child) => fits(child) || isBelow(child));
    known.set(one, found);
    return found;
  };
  if (relation === ' ') return isBelow(element);
  if (relation === '>') return childrenOf(element).some(fits);
  if (relation === '~') return isBeyond(element, elementBehind, fits, known);
  const next = elementBehind(element);
  return next !== undefined && fits(next);
}

/** True if one of the elements fits that are found from another, each from the one before. */
function isBeyond(start: Element, next: Next, fits: Test, known: Map<Element, boolean>): boolean {
  const passed: Element[] = [];
  let isFound: boolean | undefined;
  for (let at = next(start); at !== undefined && isFound === undefined; at = next(at)) {
    isFound = known.get(at) ?? (fits(at) || undefined);
    passed.push(at);
  }
  for (const one of passed) known.set(one, isFound ?? false);
  return isFound ?? false;
}

type Next = (element: Element) => Element | undefined;

function nameTest(mark: string, value: string): Test {
  if (mark === '#') return (element) => attribute(element, 'id') === value;
  if (mark === '.') return (element) => (attribute(element, 'class') ?? '').split(/\s+/).includes(value);
  return ({ tagName }) => tagName === value;
}

const ATTRIBUTE = new RegExp(
  String.raw`^(${NAME})\s*(?:([~|^$*]?)=\s*(?:"([^"]*)"|'([^']*)'|(${NAME}))\s*([is]?))?$`,
  'i',
);

function attributeTest(text: string): Test | undefined {
  const [all, written = '', sign, quoted, other, plain = '', flag = ''] = ATTRIBUTE.exec(text) ?? [];
  if (all === undefined) return undefined;
  const name = unescaped(written).toLowerCase();
  if (sign === undefined) return (element) => attribute(element, name) !== undefined;
  const cased = (value: string) => (flag.toLowerCase() === 'i' ? value.toLowerCase() : value);
  const wanted = cased(quoted ?? other ?? unescaped(plain));
  return (element) => {
    const found = attribute(element, name);
    return found !== undefined && COMPARISONS[sign]!(cased(found), wanted);
  };
}

const COMPARISONS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  '': (value, wanted) => value === wanted,
  '~': (value, wanted) => value.split(/\s+/).includes(wanted),
  '|': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  '^': (value, wanted) => wanted !== '' && value.startsWith(wanted),
  $: (value, wanted) => wanted !== '' && value.endsWith(wanted),
  '*': (value, wanted) => wanted !== '' && value.includes(wanted),
};

const LISTS = new Set(['is', 'not', 'has', 'matches', '-webkit-any', '-moz-any']);
/** States that an element has only after someone did something. */
const LATER = new Set('hover focus focus-within focus-visible active visited target'.split(' '));

function pseudoTest(name: string, inner: string, inside: readonly Selector[], depth: number): Test | undefined {
  if (LATER.has(name)) return () => false;
  switch (name) {
    case 'has':
      return (element) => inside.some(({ parts }) => has(parts, element));
    case 'not':
      return (element) => !inside.some((one) => isMatch(one, element));
    case 'is':
    case 'where':
    case 'matches':
    case '-webkit-any':
    case '-moz-any':
      return (element) => inside.some((one) => isMatch(one, element));
    case 'root':
    case 'scope':
      return ({ tagName }) => tagName === 'html';
    case 'link':
    case 'any-link':
      return (element) => element.tagName === 'a' && attribute(element, 'href') !== undefined;
    case 'first-line':
    case 'defined':
    case 'read-only':
      return () => true;
    case 'lang':
    case 'dir':
      return (element) => inherited(element, name).startsWith(inner.replace(/["']/g, '').toLowerCase());
    case 'empty':
      return ({ childNodes }) => childNodes.every(({ nodeName }) => nodeName === '#comment');
    case 'checked':
    case 'disabled':
      return (element) => attribute(element, name) !== undefined;
    default:
      return placeTest(name, inner, depth);
  }
}

const PLACES = /^(first|last|only|nth|nth-last)-(child|of-type)$/;
const STEPS = /^(?:([+-]?)(\d{0,9})n)?([+-]?\d{1,9})?$/;

/** Tests such as ":nth-child(2n + 1)". */
function placeTest(name: string, inner: string, depth: number): Test | undefined {
  const [, side, kind] = PLACES.exec(name) ?? [];
  const [counted = '', of] = inner.split(/\sof\s/i);
  const formula = counted.toLowerCase().replace('odd', '2n+1').replace('even', '2n').replaceAll(' ', '');
  const steps = STEPS.exec(side?.startsWith('nth') ? formula : '1');
  if (side === undefined || steps === null) return undefined;
  const [, sign, every, first = 0] = steps;
  const step = every === undefined ? 0 : Number(`${sign}${every || 1}`);
  const among = of === undefined ? undefined : selectorsIn(of, depth);
  return (element) => {
    const isAlike = ({ tagName }: Element) => kind === 'child' || tagName === element.tagName;
    const isAmong = among === undefined ? isAlike : (one: Element) => among.some((selector) => isMatch(selector, one));
    const { elements, places } = siblingsOf(element, among ?? (kind === 'child' ? '' : element.tagName), isAmong);
    const at = places.get(element);
    if (at === undefined) return false;
    if (side === 'only') return elements.length === 1;
    const rest = (side.includes('last') ? elements.length - at : at + 1) - Number(first);
    return step === 0 ? rest === 0 : rest % step === 0 && rest / step >= 0;
  };
}

interface Siblings {
  readonly elements: readonly Element[];
  readonly places: ReadonlyMap<Element, number>;
}

const SIBLINGS = new WeakMap<object, Map<unknown, Siblings>>();

/**
 * The elements with the same parent, as they were before any was left out.
 *
 * @param key what those are that count, and `isAmong` tests; found once for each parent
 */
function siblingsOf(element: Element, key: unknown = '', isAmong: Test = () => true): Siblings {
  const parent = element.parentNode ?? element;
  const known = SIBLINGS.get(parent) ?? new Map<unknown, Siblings>();
  SIBLINGS.set(parent, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const elements = childrenOf(parent).filter(isAmong);
  const siblings = { elements, places: new Map(elements.map((one, i) => [one, i])) };
  known.set(key, siblings);
  return siblings;
}

function elementBefore(element: Element): Element | undefined {
  const { elements, places } = siblingsOf(element);
  return elements[places.get(element)! - 1];
}

function elementBehind(element: Element): Element | undefined {
  const { elements, places } = siblingsOf(element);
  return elements[places.get(element)! + 1];
}

/** The value that an element or the nearest one around it gives to an attribute; text runs from the left. */
function inherited(element: Element, name: string): string {
  for (let at: Element | undefined = element; at !== undefined; at = parentOf(at)) {
    const value = attribute(at, name);
    if (value !== undefined) return value.toLowerCase();
  }
  return name === 'dir' ? 'ltr' : '';
}
