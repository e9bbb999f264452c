import { hasFiniteVerb, type Span } from '../../text/index.ts';

const LINE = /[^\n\r\u2028\u2029]+/g;
const HEADING =
  /^(?:sources?|references?|citations?|bibliography|works|further reading|footnotes?|endnotes?|links)(?: (?:used|cited|consulted|list))?$/i;
const NOT_WORDS = /[^\p{L}]+/gu;
const LONGEST_HEADING = 60;
/** "Source: Annual Report 2023, p. 4": a list on the line of its heading. */
const LABELLED = /^[>#*_\s]*(?:sources?|references?|citations?)[*_]{0,3}[:：](?<entry>.+)$/i;
/** "[^1]: Annual Report 2023" */
const DEFINITION = /^[ \t]{0,3}\[(?:\^[^\]\s]{1,40}|\d{1,3})\]:/;
const ENTRY = /^\s*(?:\[[^\]]{1,200}\]|【|[-*+•]\s|\(?\d{1,3}[.)]\s|[¹²³⁰⁴-⁹]|<?https?:|<sup>)/;

/**
 * The lines of an answer that list its sources, in order: definitions of footnotes, and the items below or after a
 * heading such as "Sources:". Linear.
 */
export function sourceLists(answer: string): Span[] {
  const lists: Span[] = [];
  let isBelow = false;
  for (const { 0: line, index: start } of answer.matchAll(LINE)) {
    const isHeading = line.length <= LONGEST_HEADING && HEADING.test(line.replace(NOT_WORDS, ' ').trim());
    if (line.trim() !== '') isBelow = isHeading || (isBelow && ENTRY.test(line));
    const isListed = (isBelow && !isHeading) || DEFINITION.test(line) || isLabelled(line);
    if (isListed && line.trim() !== '') lists.push({ start, end: start + line.length });
  }
  return lists;
}

function isLabelled(line: string): boolean {
  const entry = LABELLED.exec(line)?.groups?.entry;
  return entry !== undefined && entry.trim() !== '' && !hasFiniteVerb(entry);
}
