import { attribute, childrenOf, type Element } from './html-nodes.ts';

const FIELDS = new Set(['input', 'select', 'textarea']);
/** Inputs without words that the page shows. */
const WORDLESS = new Set('button color file hidden image password reset submit'.split(' '));

/**
 * The value that a field of a form shows, or the mark that PDF forms are read with; undefined for other elements.
 * The first choice of a list counts only where the page marks it: nobody may have chosen it.
 */
export function fieldWords(element: Element): string | undefined {
  switch (element.tagName) {
    case 'input':
      return ` ${inputWords(element)} `;
    case 'select': {
      const chosen = optionsIn(element).filter((option) => attribute(option, 'selected') !== undefined);
      return ` ${chosen.map(textIn).join(', ')} `;
    }
    case 'textarea':
      return ` ${textIn(element)} `;
    default:
      return undefined;
  }
}

function inputWords(input: Element): string {
  const type = attribute(input, 'type')?.toLowerCase() ?? 'text';
  if (type === 'checkbox' || type === 'radio') return attribute(input, 'checked') === undefined ? '☐' : '☒';
  return WORDLESS.has(type) ? '' : (attribute(input, 'value') ?? '');
}

export function hasField(element: Element): boolean {
  return childrenOf(element).some((child) => FIELDS.has(child.tagName) || hasField(child));
}

/** Choices are in groups at most. */
function optionsIn(list: Element): Element[] {
  return childrenOf(list).flatMap((one) => (one.tagName === 'optgroup' ? childrenOf(one) : [one]));
}

function textIn({ childNodes }: Element): string {
  return childNodes
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .trim();
}
