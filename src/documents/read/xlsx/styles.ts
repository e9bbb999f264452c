import { BLACK, type Color, colorOf, isUnseen, WHITE } from '../css-colors.ts';
import { attributesOf, nearest, scanXml, type XmlElement } from '../scan-xml.ts';

/** How a sheet shows the cells of one style. */
export interface CellStyle {
  /** The number format, such as "0.0%". */
  readonly code: string;
  readonly isStruck: boolean;
  /** Letters in the color of the cell, or of one point. */
  readonly isUnseen: boolean;
}

const PLAIN: CellStyle = { code: 'General', isStruck: false, isUnseen: false };
/** Formats that every file has without writing them: ECMA-376, part 1, 18.8.30. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  5: '"$"#,##0',
  6: '"$"#,##0',
  7: '"$"#,##0.00',
  8: '"$"#,##0.00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  22: 'yyyy-mm-dd hh:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '"$"#,##0',
  43: '#,##0.00',
  44: '"$"#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
/** Dates of East Asian formats. */
const ASIAN_DATES = [27, 36, 50, 58] as const;
/** No one reads letters of one point. */
const LEAST_SIZE = 1;

/** The styles of cells, by the numbers that cells name. */
export function stylesIn(xml: string): (style: number) => CellStyle {
  const codes = new Map<number, string>();
  const fonts: { isStruck: boolean; color?: Color | undefined; size?: number }[] = [];
  /** Undefined for a pattern of several colors. */
  const fills: (Color | undefined)[] = [];
  const styles: CellStyle[] = [];
  const visit = (element: XmlElement) => {
    const [own, above] = [element.name, element.parent?.name];
    const is = (name: string) => attributesOf(xml, element)[name];
    // Fonts and fills of conditional formats are elsewhere.
    switch (`${above} ${own}`) {
      case 'numFmts numFmt':
        codes.set(Number(is('numFmtId')), is('formatCode') ?? 'General');
        break;
      case 'fonts font':
        fonts.push({ isStruck: false });
        break;
      case 'font strike':
        if (isOn(is('val')) && nearest(element, 'fonts')) fonts.at(-1)!.isStruck = true;
        break;
      case 'font color':
        if (nearest(element, 'fonts')) fonts.at(-1)!.color = colorIn(attributesOf(xml, element));
        break;
      case 'font sz':
        if (nearest(element, 'fonts')) fonts.at(-1)!.size = Number(is('val'));
        break;
      case 'fills fill':
        fills.push(WHITE);
        break;
      case 'fill patternFill':
      case 'fill gradientFill':
        if (nearest(element, 'fills') && (own === 'gradientFill' || !['none', undefined].includes(is('patternType'))))
          fills[fills.length - 1] = undefined;
        break;
      case 'patternFill fgColor':
        if (nearest(element, 'fills') && attributesOf(xml, element.parent!).patternType === 'solid')
          fills[fills.length - 1] = colorIn(attributesOf(xml, element));
        break;
      case 'cellXfs xf': {
        const [id, font] = [Number(is('numFmtId') ?? 0), fonts[Number(is('fontId') ?? 0)]];
        const at = Number(is('fillId') ?? 0);
        const fill = at < fills.length ? fills[at] : WHITE;
        const isFaint = font?.color !== undefined && fill !== undefined && isUnseen(font.color, fill);
        styles.push({
          code: codes.get(id) ?? builtIn(id),
          isStruck: font?.isStruck ?? false,
          isUnseen: isFaint || (font?.size ?? LEAST_SIZE + 1) <= LEAST_SIZE,
        });
        break;
      }
    }
  };
  scanXml(xml, { open: visit });
  return (style) => styles[style] ?? PLAIN;
}

/** Colors of themes and of the oldest files that are black or white; others are seen on both. */
function colorIn({ rgb, theme, tint = '0', indexed = '' }: Attributes): Color | undefined {
  if (rgb !== undefined) return colorOf(`#${rgb.slice(-6)}`.toLowerCase());
  const share = Number(tint);
  if (theme === '0' && share <= 0) return gray(1 + share);
  if (theme === '1' && share >= 0) return gray(share);
  return ['1', '9', '65'].includes(indexed) ? WHITE : ['0', '8', '64'].includes(indexed) ? BLACK : undefined;
}

function gray(share: number): Color {
  const channel = 255 * share;
  return { channels: [channel, channel, channel], alpha: 1 };
}

type Attributes = ReturnType<typeof attributesOf>;

function builtIn(id: number): string {
  const [first, last, from, to] = ASIAN_DATES;
  if ((id >= first && id <= last) || (id >= from && id <= to)) return 'yyyy-mm-dd';
  return BUILT_IN[id] ?? 'General';
}

/** The value of an element that turns something on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || value === '1' || value === 'true';
}
