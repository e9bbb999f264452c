import type { SentenceBody } from '../../contract/answer.ts';
import { calculationText, QUOTATIONS, reasonOf } from '../../contract/words.ts';
import { cellsOf } from '../../text/index.ts';
import type { DocumentPlace } from '../document.ts';
import { namedFormat } from '../file-kinds.ts';
import type { DraftSentence } from './check-document.ts';
import { headingOf } from './draft-line.ts';

/** "page 3, line 12, Plants > Lyon": what of it is known, "" if nothing is. Sheets and CSV have rows in the place of lines. */
export function placeText(place: DocumentPlace, file = ''): string {
  const { page, line, paragraph, pointer = '' } = place;
  const isSheet = ['xlsx', 'csv'].includes(namedFormat(file) ?? '');
  const where = [
    page === null ? '' : `page ${page}`,
    line === null ? '' : `${isSheet ? 'row' : 'line'} ${line}`,
    paragraph === undefined ? '' : `paragraph ${paragraph}`,
  ];
  const parts = [...where, pointer, headingOf(place) ?? ''];
  return parts.filter((part) => part !== '').join(', ');
}

/** "reports/2025.pdf, page 3, line 12" */
export function sourceText(place: DraftSentence['evidence'][number]): string {
  const where = placeText(place, place.source_id);
  return where === '' ? place.source_id : `${place.source_id}, ${where}`;
}

/** A sentence of a document without the marks of items, headings and tables; cells of a row after the names of their columns. */
export function wordsOf(text: string, { columns }: Pick<DocumentPlace, 'columns'>): string {
  const plain = text.replace(/^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/, '');
  if (!plain.startsWith('|')) return plain;
  return cellsOf(plain)
    .map((cell, i) => (cell === '' || (columns[i] ?? '') === '' ? cell : `${columns[i]}: ${cell}`))
    .filter((cell) => cell !== '')
    .join(' | ');
}

/** Why a sentence got its verdict, in sentences, each once: reasons, the calculation, and quotations that were looked up. */
export function reasonSentences(
  { reasons, derivation, quotations }: Pick<SentenceBody, 'reasons' | 'derivation' | 'quotations'>,
  text: 'draft' | 'answer' = 'draft',
): string[] {
  const differences = reasons.map(({ code, expected, found }) => {
    const { page } = reasonOf(code);
    if (found === null) return page;
    if (code === 'words_not_in_source') return page.replace(/\.$/, `: “${found.text}”.`);
    return expected === null ? page : `${page} Source: “${expected.text}”, ${text}: “${found.text}”.`;
  });
  const calculated = derivation === undefined ? [] : [`Calculated from the source: ${calculationText(derivation)}.`];
  return [
    ...new Set([
      ...differences,
      ...calculated,
      ...quotations.map(({ text, status }) => `The quotation “${text}” ${QUOTATIONS[status]}`),
    ]),
  ];
}

export function confidenceText({ confidence }: Pick<SentenceBody, 'confidence'>): string {
  return (confidence ?? 0).toFixed(2);
}
