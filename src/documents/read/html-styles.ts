import type { DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** Declarations that change whether and how words are seen. */
type Declarations = ReadonlyMap<string, string>;

interface Rule {
  readonly selector: Selector;
  readonly declarations: Declarations;
}

/** A tag, classes and an identifier, all of one element. */
interface Selector {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly weight: number;
}

const PROPERTIES = new Set(
  (
    'display visibility opacity color background background-color background-image font-size text-decoration ' +
    'text-decoration-line position left right top text-indent clip clip-path ' +
    'margin-left margin-top overflow height max-height width max-width vertical-align'
  ).split(' '),
);
const SIMPLE = /^([a-z][a-z0-9]*)?((?:[.#][\w-]+)*)$/i;
const MAX_RULES = 10_000;

/** Finds the declarations of an element: those of the page's own style sheets for one element alone, and its `style`. */
export class StyleSheet {
  /** Rules by the last class, identifier or tag that an element needs, so that few are tried for one. */
  readonly #rules = new Map<string, Rule[]>();
  #count = 0;

  add(css: string): void {
    for (const { selectors, body } of blocksIn(css)) {
      const declarations = declarationsIn(body);
      if (declarations.size === 0) continue;
      for (const selector of selectors.split(',').map(selectorOf)) {
        if (selector === undefined || this.#count === MAX_RULES) continue;
        this.#count += 1;
        const key = keysOf(selector.tag, selector.id, selector.classes).at(-1)!;
        const known = this.#rules.get(key);
        if (known === undefined) this.#rules.set(key, [{ selector, declarations }]);
        else known.push({ selector, declarations });
      }
    }
  }

  of({ tagName, attrs }: Element): Declarations {
    if (attrs.length === 0 && !this.#rules.has(tagName)) return NONE;
    const is = (name: string) => attrs.find((one) => one.name === name)?.value;
    const style = is('style');
    const own = style === undefined ? NONE : declarationsIn(style);
    if (this.#count === 0) return own;
    const classes =
      is('class')
        ?.split(/\s+/)
        .filter((name) => name !== '') ?? [];
    const id = is('id');
    const matching: Rule[] = [];
    for (const key of keysOf(tagName, id, classes)) {
      for (const rule of this.#rules.get(key) ?? []) {
        const { tag = tagName, id: needed = id, classes: all } = rule.selector;
        if (tag === tagName && needed === id && all.every((name) => classes.includes(name))) matching.push(rule);
      }
    }
    if (matching.length === 0) return own;
    matching.sort((one, other) => one.selector.weight - other.selector.weight);
    return new Map([...matching.flatMap(({ declarations }) => [...declarations]), ...own]);
  }
}

const NONE: Declarations = new Map();

function keysOf(tag: string | undefined, id: string | undefined, classes: readonly string[]): string[] {
  const named = classes.map((name) => `.${name}`);
  return [...(tag === undefined ? [] : [tag]), ...named, ...(id === undefined ? [] : [`#${id}`])];
}

/** The rules outside of conditions such as "@media print". */
function* blocksIn(css: string): Generator<{ readonly selectors: string; readonly body: string }> {
  const text = withoutComments(css);
  let depth = 0;
  let start = 0;
  let selectors = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') {
      if (depth === 0) selectors = text.slice(start, at).trim();
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      if (!selectors.startsWith('@')) yield { selectors, body: text.slice(start, at) };
      start = at + 1;
    } else if (character === ';' && depth === 0) start = at + 1;
  }
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = css.indexOf('/*'); open >= 0; open = css.indexOf('/*', at)) {
    parts.push(css.slice(at, open));
    const close = css.indexOf('*/', open + 2);
    at = close < 0 ? css.length : close + 2;
  }
  return parts.join(' ') + css.slice(at);
}

function declarationsIn(body: string): Declarations {
  const found = new Map<string, string>();
  for (const declaration of body.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (PROPERTIES.has(name))
      found.set(
        name,
        declaration
          .slice(colon + 1)
          .replace(/!\s*important/i, '')
          .trim()
          .toLowerCase(),
      );
  }
  return found;
}

function selectorOf(text: string): Selector | undefined {
  const [all, tag, rest = ''] = SIMPLE.exec(text.trim()) ?? [];
  if (all === undefined || all === '') return undefined;
  const parts = rest.match(/[.#][\w-]+/g) ?? [];
  const ids = parts.filter((part) => part.startsWith('#'));
  const classes = parts.filter((part) => part.startsWith('.')).map((part) => part.slice(1));
  const weight = ids.length * 100 + classes.length * 10 + (tag === undefined ? 0 : 1);
  return { tag: tag?.toLowerCase(), id: ids[0]?.slice(1), classes, weight };
}
