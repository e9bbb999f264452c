import { BULLET, DASH_BULLET, numberedMarker } from './markers.ts';
import { hasFiniteVerb } from './non-asserting.ts';
import type { Span } from './span.ts';

/** Longer lines are prose, and longer items say enough by themselves. */
const MAX_LEAD = 100;
const MAX_ITEM = 120;
/** A lead without a colon is short, as a heading is. */
const MAX_TITLE = 60;

/** A line that says what the items below it are, with its indent; -1 for a line that is no item. */
interface Lead extends Span {
  readonly indent: number;
}

/**
 * Returns for spans in ascending order the line that leads the list of an item: "Not included:" of "- towels", because the item
 * alone says the contrary. Undefined for other spans, and for items that are sentences.
 */
export function leadsOf(text: string): (span: Span) => Span | undefined {
  const leads: Lead[] = [];
  const lineStart = lineStarts(text);
  return ({ start, end }) => {
    const written = text.slice(start, end);
    const marker = itemMarker(written);
    const at = start + /^\s*/.exec(written)![0].length;
    const indent = marker === '' ? -1 : at - lineStart(at);
    while (leads.length > 0 && (marker === '' || leads.at(-1)!.indent >= indent)) leads.pop();
    const lead = leads.at(-1);
    const body = written.slice(marker.length).trim();
    if (isLead(body, marker !== '')) leads.push({ start, end, indent });
    return lead === undefined || body.length > MAX_ITEM || hasFiniteVerb(body) ? undefined : lead;
  };
}

/** An item after the line that leads its list: "Not included: towels". */
export function itemWithLead(lead: string, item: string): string {
  const named = lead
    .slice(itemMarker(lead).length)
    .replace(/^[\s#]+|[*_]{2}/g, '')
    .trimEnd();
  return `${named}${named.endsWith(':') ? '' : ':'} ${item.slice(itemMarker(item).length).trim()}`;
}

function itemMarker(written: string): string {
  return BULLET.exec(written)?.[0] ?? DASH_BULLET.exec(written)?.[0] ?? numberedMarker(written);
}

/** Returns for ascending offsets where their line begins; linear, also in a text of one line. */
function lineStarts(text: string): (at: number) => number {
  let [read, begin] = [0, 0];
  return (at) => {
    const line = text.slice(read, at).lastIndexOf('\n');
    if (line >= 0) begin = read + line + 1;
    read = at;
    return begin;
  };
}

function isLead(body: string, isItem: boolean): boolean {
  if (body.length > MAX_LEAD || body.includes('\n')) return false;
  const plain = body.replace(/[*_]{2}/g, '').trimEnd();
  if (plain.endsWith(':')) return true;
  return (
    !isItem &&
    plain.length <= MAX_TITLE &&
    /^[#\s]*\p{L}/u.test(plain) &&
    !/[.!?;,]$/.test(plain) &&
    !hasFiniteVerb(plain)
  );
}
