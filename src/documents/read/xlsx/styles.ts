import { attributesOf, scanXml, type XmlElement } from '../scan-xml.ts';

/** How a sheet shows the cells of one style. */
export interface CellStyle {
  /** The number format, such as "0.0%". */
  readonly code: string;
  readonly isStruck: boolean;
  /** Letters in the color of an empty sheet. */
  readonly isWhite: boolean;
}

const PLAIN: CellStyle = { code: 'General', isStruck: false, isWhite: false };
/** Formats that every file has without writing them: ECMA-376, part 1, 18.8.30. */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 5: '"$"#,##0', 6: '"$"#,##0', 7: '"$"#,##0.00', 8: '"$"#,##0.00' },
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM' },
  ...{ 20: 'hh:mm', 21: 'hh:mm:ss', 22: 'yyyy-mm-dd hh:mm', 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00' },
  ...{ 41: '#,##0', 42: '"$"#,##0', 43: '#,##0.00', 44: '"$"#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0' },
  ...{ 48: '##0.0E+0', 49: '@' },
};
/** Dates of East Asian formats. */
const ASIAN_DATES = [27, 36, 50, 58] as const;
/** White, or so near to it that no one sees it. */
const WHITE = /^(?:ff|00)?(?:f[a-f]){3}$/i;

/** The styles of cells, by the numbers that cells name. */
export function stylesIn(xml: string): (style: number) => CellStyle {
  const codes = new Map<number, string>();
  const fonts: { isStruck: boolean; isWhite: boolean }[] = [];
  const fills: { isWhite: boolean }[] = [];
  const styles: CellStyle[] = [];
  const visit = (element: XmlElement) => {
    const [own, above] = [element.name, element.parent?.name];
    const is = (name: string) => attributesOf(xml, element)[name];
    switch (`${above} ${own}`) {
      case 'numFmts numFmt':
        codes.set(Number(is('numFmtId')), is('formatCode') ?? 'General');
        break;
      case 'fonts font':
        fonts.push({ isStruck: false, isWhite: false });
        break;
      case 'font strike':
        if (isOn(is('val')) && isIn(element, 'fonts')) fonts.at(-1)!.isStruck = true;
        break;
      case 'font color':
        if (isWhite(element) && isIn(element, 'fonts')) fonts.at(-1)!.isWhite = true;
        break;
      case 'fills fill':
        fills.push({ isWhite: true });
        break;
      case 'fill patternFill':
        if (isIn(element, 'fills') && !['none', undefined].includes(is('patternType'))) fills.at(-1)!.isWhite = false;
        break;
      case 'fill gradientFill':
        if (isIn(element, 'fills')) fills.at(-1)!.isWhite = false;
        break;
      case 'patternFill fgColor':
        if (isIn(element, 'fills') && isWhite(element)) fills.at(-1)!.isWhite = true;
        break;
      case 'cellXfs xf': {
        const [id, font, fill] = [Number(is('numFmtId') ?? 0), fonts[Number(is('fontId') ?? 0)], is('fillId')];
        styles.push({
          code: codes.get(id) ?? builtIn(id),
          isStruck: font?.isStruck ?? false,
          isWhite: (font?.isWhite ?? false) && (fills[Number(fill ?? 0)]?.isWhite ?? true),
        });
        break;
      }
    }
  };
  // Colors of themes: 0 is the background.
  const isWhite = (element: XmlElement) => {
    const { rgb, theme, tint } = attributesOf(xml, element);
    return WHITE.test(rgb ?? '') || (theme === '0' && tint === undefined);
  };
  scanXml(xml, { open: visit });
  return (style) => styles[style] ?? PLAIN;
}

function builtIn(id: number): string {
  const [first, last, from, to] = ASIAN_DATES;
  if ((id >= first && id <= last) || (id >= from && id <= to)) return 'yyyy-mm-dd';
  return BUILT_IN[id] ?? 'General';
}

/** Fonts and fills of conditional formats are elsewhere. */
function isIn(element: XmlElement, name: string): boolean {
  for (let above = element.parent; above !== undefined; above = above.parent) if (above.name === name) return true;
  return false;
}

/** The value of an element that turns something on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || value === '1' || value === 'true';
}
