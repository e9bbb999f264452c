import type { CellUnit, TableColumn } from './table.ts';
import { CURRENCY_UNITS, unitNamed } from './unit-names.ts';

const SCALES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    thousand: "k thousand thousands 000 000s '000 '000s ’000",
    million: 'm mn mm mio million millions',
    billion: 'b bn billion billions',
    trillion: 'tn trillion trillions',
  }).flatMap(([scale, words]) => words.split(' ').map((word) => [word, scale] as const)),
);
const UNIT_WORD =
  "(?:[A-Z]{3}|(?:US)?\\$|€|£|dollars?|euros?|pounds?|yen|'000s?|thousands?|millions?|billions?|bn|mn|m|k)";
/** "in millions of dollars", "(EUR thousand)", "$ in millions", "in thousand GWh", "in percent", within a title. */
const IN_TITLE = new RegExp(
  `(?:\\b[iI]n |\\()(?:the )?(percent|per cent|%|${UNIT_WORD}(?:(?:,? (?:of |in )?| ?)${UNIT_WORD})*(?: of)?(?: [\\p{L}%²³/]{1,12})?)(?![\\p{L}\\d])`,
  'u',
);

export const NO_UNIT: CellUnit = { currency: '', scale: '', unit: '', isOfTitle: false };

/** Longer heads are read as they are. */
const MAX_HEAD = 100;

/** A column by its head: "Revenue (EUR m)" is "Revenue" in million EUR; a head without a known unit is a name. */
export function columnOf(head: string): TableColumn {
  if (head.length > MAX_HEAD) return { name: head, ...NO_UNIT };
  if (head.trim() === '%') return { name: '%', ...NO_UNIT, unit: '%' };
  for (const { name, written } of unitsWritten(head.trim())) {
    const unit = name === '' ? undefined : unitOf(written);
    if (unit !== undefined) return { name, ...unit };
  }
  return { name: head.trim(), ...NO_UNIT };
}

/** Where a head may have its unit: "Revenue (EUR m)", "span_m", "Revenue, EUR m", "Revenue in EUR m", "Price/kg", "Share %". */
function* unitsWritten(head: string): Generator<{ readonly name: string; readonly written: string }> {
  const open = Math.max(head.lastIndexOf('('), head.lastIndexOf('['));
  const close = Math.max(head.indexOf(')', open), head.indexOf(']', open));
  if (open >= 0 && close > open)
    yield {
      name: `${head.slice(0, open).trim()} ${head.slice(close + 1).trim()}`.trim(),
      written: head.slice(open + 1, close),
    };
  for (const mark of ['_', ',', ' in ', '/', ' ']) {
    const at = head.lastIndexOf(mark);
    const written = head.slice(at + mark.length).trim();
    if (at > 0 && (mark !== ' ' || SIGN.test(written))) yield { name: head.slice(0, at).trim(), written };
  }
}

/** A unit that may end a head without a mark before it. */
const SIGN = /^(?:[%€$£]|°[CF])$/;

export function isUnit({ currency, scale, unit }: CellUnit): boolean {
  return currency !== '' || scale !== '' || unit !== '';
}

/** The currency and scale that a title gives for all amounts below it: "Results (EUR thousand)". */
export function unitOfTitle(title: string): CellUnit {
  const written = IN_TITLE.exec(title)?.[1];
  if (written === undefined) return measureOf(title);
  // "in EUR million without taxes": the word after it may be none of the unit.
  return unitOf(written) ?? unitOf(written.replace(/(?: of)? \S+$/, '')) ?? NO_UNIT;
}

/** The unit that the head above the names of the rows gives for all columns: "(in thousands)", "In millions of euros", "EUR m". */
export function unitOfCorner(head: string): CellUnit | undefined {
  const written = head.slice(0, MAX_HEAD).replace(/^[([]?(?:figures |amounts |all )?(?:in )?|[)\]]$/gi, '');
  const unit = written.length > 1 ? unitOf(written) : undefined;
  if (unit === undefined) {
    // "Segment (in EUR million)": without a scale the unit is of the names.
    const { currency, scale, unit: measure } = columnOf(head);
    return scale === '' || measure !== '' ? undefined : { currency, scale, unit: '', isOfTitle: false };
  }
  // "Month" and "Hour" name what the rows are.
  return unit.unit !== '' ? undefined : unit;
}

/** "Electricity generation by source, TWh", "Cash flows, USD thousand": one unit at the end, and no currency without a scale. */
function measureOf(title: string): CellUnit {
  const [, written = ''] = /,\s([\p{L}%/²³]{1,6}|[\p{L}$€£]{1,7} [\p{L}]{1,9})$/u.exec(title.slice(-MAX_HEAD)) ?? [];
  const unit = written === '' ? undefined : unitOf(written);
  return unit !== undefined && unit.unit + unit.scale !== '' ? unit : NO_UNIT;
}

const LINKS = new Set(['in', 'of', 'of ', 'per']);

/** The unit that a few words name together; undefined where one of them names none. */
function unitOf(written: string): CellUnit | undefined {
  const apart = written
    .replace(/\bUS\$/, 'USD')
    .replace(/([$€£¥₹])/g, ' $1 ')
    .replace(/^([A-Z]{3})(m|mn|bn|k)$/, '$1 $2');
  const words = apart.split(/[\s,]+/).filter((word) => word !== '' && !LINKS.has(word.toLowerCase()));
  const [only] = words;
  const measure =
    unitNamed(written.trim()) ?? (/^[%€$£]$/.test(written) ? undefined : unitNamed(written.trim().toLowerCase()));
  if (words.length === 0 || words.length > 3) return undefined;
  if (/^(?:%|°[CF]|[ckm]?m[²³23])$/.test(only!) || measure !== undefined) return { ...NO_UNIT, unit: written.trim() };
  let { currency, scale } = NO_UNIT;
  for (const word of words) {
    const known = SCALES.get(word.toLowerCase());
    if (known !== undefined && scale === '') scale = known;
    else if (CURRENCY_UNITS.has(word.toLowerCase()) && currency === '') currency = word;
    else if (scale !== '' && word === words.at(-1) && unitNamed(word) !== undefined)
      return { ...NO_UNIT, scale, unit: word };
    else return undefined;
  }
  return { ...NO_UNIT, currency, scale };
}
