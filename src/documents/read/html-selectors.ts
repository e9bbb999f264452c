import type { DefaultTreeAdapterTypes } from 'parse5';
import { dividedAt, endOfBrackets, unescaped } from './css-text.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Test = (element: Element) => boolean;

export interface Selector {
  /** An identifier, class or tag that an element needs, such as "#a", ".b" or "p"; "*" where it needs none. */
  readonly key: string;
  /** The heaviest of the rules for an element wins. */
  readonly weight: number;
  readonly matches: Test;
}

/** The conditions of one element, and its relation to the element of the part before. */
interface Part {
  readonly relation: string;
  readonly tests: Test[];
  key: string;
  /** Elements that a match of the part before is found from, or none, so that no stretch of them is searched twice. */
  readonly known: WeakMap<Element, boolean>;
}

const [OF_ID, OF_CLASS, OF_TAG] = [10_000, 100, 1];
const NAME = String.raw`(?:[\w-]|[^\0-\x7f]|\\[^\n])+`;
const TOKEN = new RegExp(String.raw`([>+~])|(\s+)|(?:\*\|)?([#.]?)(${NAME})|(\[)|(::?)([\w-]+)(\(?)|(\*)`, 'y');

/** The selectors of a list. Those that match nothing before anyone does anything, such as ":hover", are left out. */
export function selectorsIn(list: string, { scope, depth = 0 }: Around = {}): Selector[] {
  if (depth > MAX_LISTS) return [];
  return dividedAt(list, ',').flatMap((text) => selectorOf(text.trim(), { scope, depth: depth + 1 }) ?? []);
}

interface Around {
  /** The element that ":has()" is about, which the first part is related to. */
  readonly scope?: Element | undefined;
  /** Lists in lists, such as ":not(:is(p))". */
  readonly depth?: number;
}

const MAX_LISTS = 8;

function selectorOf(text: string, { scope, depth = 0 }: Around): Selector | undefined {
  const parts: Part[] = scope === undefined ? [] : [{ ...newPart(''), tests: [(element) => element === scope] }];
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
      const inside = LISTS.has(kind) || kind === 'where' ? selectorsIn(inner, { depth }) : [];
      const isOther = colons === '::' && kind !== 'first-line';
      const test = isOther ? undefined : bracket ? attributeTest(inner) : pseudoTest(kind, inner, { inside, depth });
      if (test === undefined) return undefined;
      part.tests.push(test);
      const most = inside.reduce((found, one) => Math.max(found, one.weight), 0);
      weight += LISTS.has(kind) ? most : kind === 'where' ? 0 : OF_CLASS;
    }
  }
  parts.push(part);
  if (parts.some(({ tests }) => tests.length === 0)) return undefined;
  return { key: part.key, weight, matches: (element) => isMatch(parts, parts.length - 1, element) };
}

function newPart(relation: string): Part {
  return { relation, tests: [], key: '*', known: new WeakMap() };
}

function isMatch(parts: readonly Part[], last: number, element: Element): boolean {
  const { tests, relation, known } = parts[last]!;
  if (!tests.every((test) => test(element))) return false;
  if (last === 0) return true;
  const passed = [element];
  let isFound = false;
  for (const other of related(element, relation)) {
    isFound = isMatch(parts, last - 1, other) || (known.get(other) ?? false);
    if (isFound || known.has(other)) break;
    passed.push(other);
  }
  if (LONG.has(relation)) for (const one of passed) known.set(one, isFound);
  return isFound;
}

/** Relations to any element above or before. */
const LONG = new Set([' ', '~']);

/** The elements that the part before may be about, the nearest first. */
function* related(element: Element, relation: string): Generator<Element> {
  if (relation === ' ' || relation === '>') {
    for (let above = parentOf(element); above !== undefined; above = parentOf(above)) {
      yield above;
      if (relation === '>') return;
    }
    return;
  }
  const { elements, places } = siblingsOf(element);
  for (let i = places.get(element)! - 1; i >= 0; i -= 1) {
    yield elements[i]!;
    if (relation === '+') return;
  }
}

function nameTest(mark: string, value: string): Test {
  if (mark === '#') return (element) => attributeOf(element, 'id') === value;
  if (mark === '.') return (element) => (attributeOf(element, 'class') ?? '').split(/\s+/).includes(value);
  return ({ tagName }) => tagName === value;
}

const ATTRIBUTE = new RegExp(
  String.raw`^(${NAME})\s*(?:([~|^$*]?)=\s*(?:"([^"]*)"|'([^']*)'|(${NAME}))\s*([is]?))?$`,
  'i',
);

function attributeTest(text: string): Test | undefined {
  const [all, name = '', sign, quoted, other, plain = '', flag = ''] = ATTRIBUTE.exec(text) ?? [];
  if (all === undefined) return undefined;
  const attribute = unescaped(name).toLowerCase();
  if (sign === undefined) return (element) => attributeOf(element, attribute) !== undefined;
  const cased = (value: string) => (flag.toLowerCase() === 'i' ? value.toLowerCase() : value);
  const wanted = cased(quoted ?? other ?? unescaped(plain));
  return (element) => {
    const found = attributeOf(element, attribute);
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

function pseudoTest(
  name: string,
  inner: string,
  { inside, depth }: { readonly inside: readonly Selector[]; readonly depth: number },
): Test | undefined {
  if (LATER.has(name)) return () => false;
  switch (name) {
    case 'is':
    case 'where':
    case 'matches':
    case '-webkit-any':
    case '-moz-any':
    case 'not': {
      return (element) => inside.some(({ matches }) => matches(element)) === (name !== 'not');
    }
    case 'has':
      return (element) => {
        const selectors = selectorsIn(inner, { scope: element, depth });
        return candidates(element, /(?:^|,)\s?[+~]/.test(inner)).some((one) =>
          selectors.some(({ matches }) => matches(one)),
        );
      };
    case 'root':
    case 'scope':
      return ({ tagName }) => tagName === 'html';
    case 'link':
    case 'any-link':
      return (element) => element.tagName === 'a' && attributeOf(element, 'href') !== undefined;
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
      return (element) => attributeOf(element, name) !== undefined;
    default:
      return placeTest(name, inner, depth);
  }
}

const PLACES = /^(first|last|only|nth|nth-last)-(child|of-type)$/;
const STEPS = /^(?:([+-]?\d{0,9})n)?([+-]?\d{1,9})?$/;

/** Tests such as ":nth-child(2n + 1)". */
function placeTest(name: string, inner: string, depth: number): Test | undefined {
  const [, side, kind] = PLACES.exec(name) ?? [];
  const formula = inner.toLowerCase().replace('odd', '2n+1').replace('even', '2n');
  const [counted = '', of] = formula.split(' of ');
  const steps = STEPS.exec(side?.startsWith('nth') ? counted.replaceAll(' ', '') : '1');
  if (side === undefined || steps === null) return undefined;
  const [, every, first = '0'] = steps;
  const [step, start] = [stepOf(every), Number(first)];
  const among = of === undefined ? undefined : selectorsIn(of, { depth });
  const fits = (place: number) =>
    step === 0 ? place === start : (place - start) % step === 0 && (place - start) / step >= 0;
  return (element) => {
    const isAlike = ({ tagName }: Element) => kind === 'child' || tagName === element.tagName;
    const isAmong = among === undefined ? isAlike : (one: Element) => among.some(({ matches }) => matches(one));
    const { elements: alike, places } = siblingsOf(
      element,
      among ?? (kind === 'child' ? '' : element.tagName),
      isAmong,
    );
    const at = places.get(element);
    if (at === undefined) return false;
    const [before, behind] = [at + 1, alike.length - at];
    if (side === 'only') return alike.length === 1;
    return fits(side.includes('last') ? behind : before);
  };
}

function stepOf(text: string | undefined): number {
  if (text === undefined) return 0;
  return /\d/.test(text) ? Number(text) : text === '-' ? -1 : 1;
}

/** Elements that a ":has()" may be about: those below, or also those behind with the ones below them. */
function candidates(element: Element, isBehind: boolean): Element[] {
  const { elements, places } = siblingsOf(element);
  const found: Element[] = [];
  const open = [...(isBehind ? elements.slice(places.get(element)! + 1) : []), ...childrenOf(element)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one);
    for (const child of childrenOf(one)) open.push(child);
  }
  return found;
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

function childrenOf({ childNodes }: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return childNodes.filter((node): node is Element => 'tagName' in node);
}

function parentOf({ parentNode }: Element): Element | undefined {
  return parentNode !== null && 'tagName' in parentNode ? parentNode : undefined;
}

/** The value that an element or the nearest one around it gives to an attribute; text runs from the left. */
function inherited(element: Element, name: string): string {
  for (let at: Element | undefined = element; at !== undefined; at = parentOf(at)) {
    const value = attributeOf(at, name);
    if (value !== undefined) return value.toLowerCase();
  }
  return name === 'dir' ? 'ltr' : '';
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}
