import type { Row, Segment } from './row.ts';

/** The dots between a name and its amount, or between a heading and its page. */
const LEADER = /(?:\. ?){5,}|(?: \.){2,}$|…{2,}/g;

/** The words of a row without leaders, which divide its cells. */
export function withoutLeaders(row: Row): Row {
  if (!row.some(({ text }) => text.search(LEADER) >= 0)) return row;
  const found: Segment[] = [];
  let isLed = false;
  for (const one of row) {
    const letter = (one.right - one.x) / one.text.length;
    let from = 0;
    for (const { 0: dots, index } of [...one.text.matchAll(LEADER), { 0: '', index: one.text.length }]) {
      const text = one.text.slice(from, index);
      const [x, right] = [one.x + from * letter, one.x + index * letter];
      if (text.trim() !== '')
        found.push({ ...one, text: text.trim(), x, right, ...(isLed && { isLed: true, startsCell: true }) });
      isLed = dots !== '' || (isLed && text.trim() === '');
      from = index + dots.length;
    }
  }
  return found;
}
