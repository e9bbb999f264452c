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
}

const [OF_ID, OF_CLASS, OF_TAG] = [10_000, 100, 1];
const NAME = String.raw`(?:[\w-]|[^\0-\x7f]|\\[^\n])+`;
const TOKEN = new RegExp(String.raw`([>+~])|(\s+)|(?:\*\|)?([#.]?)(${NAME})|(\[)|(::?)([\w-]+)(\(?)|(\*)`, 'y');

/** The selectors of a list. Those that match nothing before anyone does anything, such as ":hover", are left out. */
export function selectorsIn(list: string, scope?: Element): Selector[] {
  return dividedAt(list, ',').flatMap((text) => selectorOf(text.trim(), scope) ?? []);
}

/** @param scope the element that ":has()" is about, which the first part is related to */
function selectorOf(text: string, scope: Element | undefined): Selector | undefined {
  const parts: Part[] =
    scope === undefined ? [] : [{ relation: '', tests: [(element) => element === scope], key: '*' }];
  let part: Part = { relation: ' ', tests: [], key: '*' };
  let weight = 0;
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const [token, relation, space, mark = '', name, bracket, colons, pseudo = '', open, any] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    at += token.length;
    if (relation !== undefined || space !== undefined) {
      // White space around ">" says nothing.
      if (part.tests.length > 0) parts.push(part);
      if (part.tests.length > 0 || relation !== undefined) part = { relation: relation ?? ' ', tests: [], key: '*' };
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
      const isOther = colons === '::' && kind !== 'first-line';
      const test = isOther ? undefined : bracket ? attributeTest(inner) : pseudoTest(kind, inner);
      if (test === undefined) return undefined;
      part.tests.push(test);
      const isList = LISTS.has(kind);
      weight += isList
        ? selectorsIn(inner).reduce((most, one) => Math.max(most, one.weight), 0)
        : kind === 'where'
          ? 0
          : OF_CLASS;
    }
  }
  parts.push(part);
  if (parts.some(({ tests }) => tests.length === 0)) return undefined;
  return { key: part.key, weight, matches: (element) => isMatch(parts, parts.length - 1, element) };
}

function isMatch(parts: readonly Part[], last: number, element: Element): boolean {
  const { tests, relation } = parts[last]!;
  if (!tests.every((test) => test(element))) return false;
  if (last === 0) return true;
  for (const other of related(element, relation)) if (isMatch(parts, last - 1, other)) return true;
  return false;
}

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

function pseudoTest(name: string, inner: string): Test | undefined {
  if (LATER.has(name)) return () => false;
  switch (name) {
    case 'is':
    case 'where':
    case 'matches':
    case '-webkit-any':
    case '-moz-any':
    case 'not': {
      const selectors = selectorsIn(inner);
      return (element) => selectors.some(({ matches }) => matches(element)) === (name !== 'not');
    }
    case 'has':
      return (element) =>
        candidates(element).some((one) => selectorsIn(inner, element).some(({ matches }) => matches(one)));
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
      return placeTest(name, inner);
  }
}

const PLACES = /^(first|last|only|nth|nth-last)-(child|of-type)$/;
const STEPS = /^(?:([+-]?\d{0,9})n)?([+-]?\d{1,9})?$/;

/** Tests such as ":nth-child(2n + 1)". */
function placeTest(name: string, inner: string): Test | undefined {
  const [, side, kind] = PLACES.exec(name) ?? [];
  const formula = inner.toLowerCase().replace('odd', '2n+1').replace('even', '2n');
  const [counted = '', of] = formula.split(' of ');
  const steps = STEPS.exec(side?.startsWith('nth') ? counted.replaceAll(' ', '') : '1');
  if (side === undefined || steps === null) return undefined;
  const [, every, first = '0'] = steps;
  const [step, start] = [stepOf(every), Number(first)];
  const among = of === undefined ? undefined : selectorsIn(of);
  const fits = (place: number) =>
    step === 0 ? place === start : (place - start) % step === 0 && (place - start) / step >= 0;
  return (element) => {
    const { elements, places } = siblingsOf(element);
    const isAlike = (one: Element) =>
      among === undefined ? one.tagName === element.tagName : among.some(({ matches }) => matches(one));
    const isAny = kind === 'child' && among === undefined;
    const alike = isAny ? elements : elements.filter(isAlike);
    const at = isAny ? places.get(element)! : alike.indexOf(element);
    if (at < 0) return false;
    const [before, behind] = [at + 1, alike.length - at];
    if (side === 'only') return alike.length === 1;
    return fits(side.includes('last') ? behind : before);
  };
}

function stepOf(text: string | undefined): number {
  if (text === undefined) return 0;
  return /\d/.test(text) ? Number(text) : text === '-' ? -1 : 1;
}

/** Elements that a ":has()" may be about: those below, and those behind with what is below them. */
function candidates(element: Element): Element[] {
  const { elements, places } = siblingsOf(element);
  const found: Element[] = [];
  const open = [...elements.slice(places.get(element)! + 1), ...childrenOf(element)];
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

const SIBLINGS = new WeakMap<object, Siblings>();

/** The elements with the same parent, as they were before any was left out. */
function siblingsOf(element: Element): Siblings {
  const parent = element.parentNode ?? element;
  const known = SIBLINGS.get(parent);
  if (known !== undefined) return known;
  const elements = 'childNodes' in parent ? childrenOf(parent) : [];
  const siblings = { elements, places: new Map(elements.map((one, i) => [one, i])) };
  SIBLINGS.set(parent, siblings);
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
