import type { DraftLine } from '../../documents/check/draft-line.ts';
import type { Block, ReadDocument } from '../../documents/document.ts';
import { Html, html } from '../../html.ts';
import { kindOf, outcomeWords } from './checked-draft.ts';

/** A sentence with its number in the report, from 1; only sentences that were checked have one. */
export interface NumberedLine extends DraftLine {
  readonly number: number;
}

/** The draft with its structure: headings, paragraphs, lists and tables, its sentences marked by their outcome. */
export function draftHtml({ text, blocks }: ReadDocument, lines: readonly NumberedLine[]): Html[] {
  const marked = markedText(text, lines);
  const parts: Html[] = [];
  for (let i = 0; i < blocks.length; ) {
    const group = groupAt(blocks, i);
    parts.push(groupHtml(group, text, marked));
    i += group.length;
  }
  return parts;
}

type Marked = (start: number, end: number) => Html[];

/** Blocks that are one list, one table or one text with its line ends; otherwise one block. */
function groupAt(blocks: readonly Block[], at: number): readonly Block[] {
  const { kind } = blocks[at]!;
  const kinds = kind === 'item' || kind === 'code' ? [kind] : kind === 'head' || kind === 'row' ? ['row'] : [];
  let end = at + 1;
  while (kinds.includes(blocks[end]?.kind ?? '')) end += 1;
  return blocks.slice(at, end);
}

function groupHtml(group: readonly Block[], text: string, marked: Marked): Html {
  const [{ kind, level, start, end }] = group as [Block];
  switch (kind) {
    case 'heading':
      return headingHtml(level, marked(start, end));
    case 'item':
      return html`<ul>${group.map((one) => html`<li class="level-${one.level}">${marked(one.start, one.end)}</li>`)}</ul>`;
    case 'code':
      return html`<pre>${group.map((one) => [...marked(one.start, one.end), html`\n`])}</pre>`;
    case 'head':
    case 'row':
      return html`<div class="scroll"><table>${group.map((one) => rowHtml(one, text, marked))}</table></div>`;
    case 'footnote':
      return html`<p class="footnote">${marked(start, end)}</p>`;
    default:
      return html`<p>${marked(start, end)}</p>`;
  }
}

/** The title of the report is above those of the draft. */
function headingHtml(level: number, content: readonly Html[]): Html {
  const name = new Html(`h${Math.min(level + 2, 6)}`);
  return html`<${name}>${content}</${name}>`;
}

function rowHtml({ kind, start, end }: Block, text: string, marked: Marked): Html {
  const cells = cellsIn(text, start, kind === 'head' ? endOfLine(text, start, end) : end);
  const written = cells.map((cell) => marked(cell.start, cell.end));
  return html`<tr>${written.map((cell) => (kind === 'head' ? html`<th>${cell}</th>` : html`<td>${cell}</td>`))}</tr>`;
}

function endOfLine(text: string, start: number, end: number): number {
  const newline = text.indexOf('\n', start);
  return newline < 0 || newline > end ? end : newline;
}

function cellsIn(text: string, start: number, end: number): { readonly start: number; readonly end: number }[] {
  let next = start;
  const cells = text
    .slice(start, end)
    .split('|')
    .map((cell) => {
      const from = next;
      next += cell.length + 1;
      return { start: from, end: from + cell.length, isEmpty: cell.trim() === '' };
    });
  if (cells[0]!.isEmpty) cells.shift();
  if (cells.at(-1)?.isEmpty) cells.pop();
  return cells;
}

/** Returns the HTML of a stretch, with its checked sentences marked. The sign of a sentence is at its beginning. */
function markedText(text: string, lines: readonly NumberedLine[]): Marked {
  let next = 0;
  const begun = new Set<number>();
  return (start, end) => {
    const parts: Html[] = [];
    let at = start;
    while (next < lines.length && lines[next]!.end <= start) next += 1;
    for (let i = next; i < lines.length && lines[i]!.start < end; i += 1) {
      const line = lines[i]!;
      const [from, to] = trimmedTo(text, Math.max(at, line.start), Math.min(line.end, end));
      if (from >= to) continue;
      parts.push(html`${text.slice(at, from)}`, sentenceHtml(text.slice(from, to), line, begun.has(line.number)));
      begun.add(line.number);
      at = to;
    }
    parts.push(html`${text.slice(at, end)}`);
    return parts;
  };
}

function trimmedTo(text: string, start: number, end: number): [number, number] {
  const slice = text.slice(start, end);
  return [start + slice.length - slice.trimStart().length, end - (slice.length - slice.trimEnd().length)];
}

function sentenceHtml(words: string, line: NumberedLine, isContinued: boolean): Html {
  const { sign, label } = outcomeWords(line);
  const kind = kindOf(line);
  if (isContinued) return html`<span class="sentence ${kind}" data-note="${line.number}">${words}</span>`;
  return html`<span class="sentence ${kind}" id="sentence-${line.number}" data-note="${line.number}" role="button" tabindex="0" aria-expanded="false"><span class="sign" aria-hidden="true">${sign}</span><span class="unseen">${label}: </span>${words}<sup class="note-number">${line.number}</sup></span>`;
}
