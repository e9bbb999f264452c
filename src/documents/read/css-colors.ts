import { COLOR_NAMES } from './css-color-names.ts';

/** Red, green and blue from 0 to 255, and how opaque it is. */
export interface Color {
  readonly channels: readonly [number, number, number];
  readonly alpha: number;
}

export const WHITE: Color = { channels: [255, 255, 255], alpha: 1 };
export const BLACK: Color = { channels: [0, 0, 0], alpha: 1 };

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/;
const FUNCTION = /^(rgb|hsl|hwb|oklab|oklch|lab|lch|color)a?\(([^()]*)\)$/;

/** The color that a value states; undefined for others, such as an image, or one that is calculated. */
export function colorOf(value: string): Color | undefined {
  const text = COLOR_NAMES.get(value) ?? value;
  if (HEX.test(text)) {
    const digits =
      text.length < 6 ? [...text.slice(1)].map((digit) => digit + digit) : (text.slice(1).match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 255] = digits.map((digit) => Number.parseInt(digit, 16));
    return { channels: [red, green, blue], alpha: alpha / 255 };
  }
  const [, name, inner = ''] = FUNCTION.exec(text) ?? [];
  if (name === undefined) return undefined;
  const words = inner.split(/[\s,/]+/).filter((word) => word !== '');
  if (name === 'color' && words.shift() !== 'srgb') return undefined;
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN, alpha = 1] = words.map((word, i) =>
    word.endsWith('%')
      ? (Number(word.slice(0, -1)) / 100) * (name === 'rgb' && i < 3 ? 255 : 1)
      : Number.parseFloat(word),
  );
  if (![first, second, third, alpha].every(Number.isFinite)) return undefined;
  const channels = channelsOf(name, [first, second, third], words[0]!.endsWith('%'));
  return channels && { channels, alpha };
}

/** A share of lightness without a hue is a gray; others of those spaces are not calculated. */
function channelsOf(name: string, values: Color['channels'], isShare: boolean): Color['channels'] | undefined {
  const [first, second, third] = values;
  switch (name) {
    case 'rgb':
      return values;
    case 'color':
      return [255 * first, 255 * second, 255 * third];
    case 'hsl':
      return ofHue(first, second, third);
    case 'hwb':
      return second + third >= 1
        ? gray(second / (second + third))
        : (ofHue(first, 1, 0.5).map(
            (one) => one * (1 - second - third) + 255 * second,
          ) as unknown as Color['channels']);
    default: {
      const most = name.startsWith('ok') ? 0.02 : 3;
      const isGray = Math.abs(second) <= most && (name.endsWith('ch') || Math.abs(third) <= most);
      return isGray ? gray(isShare || name.startsWith('ok') ? first : first / 100) : undefined;
    }
  }
}

function gray(share: number): Color['channels'] {
  return [255 * share, 255 * share, 255 * share];
}

function ofHue(hue: number, saturation: number, lightness: number): Color['channels'] {
  const channel = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    const most = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - most * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** The color that is seen where one lies on another. */
export function laidOn(color: Color, under: Color): Color {
  const channels = color.channels.map((one, i) => one * color.alpha + under.channels[i]! * (1 - color.alpha));
  return { channels: channels as unknown as Color['channels'], alpha: Math.max(color.alpha, under.alpha) };
}

/** Differences of channels that no one sees, and that no one sees where the light is alike, such as pale yellow on white. */
const [UNSEEN_DIFFERENCE, FAINT_DIFFERENCE] = [16, 48];
const LEAST_CONTRAST = 1.15;

/** True if no one sees letters of one color on the other. */
export function isUnseen(letters: Color, background: Color): boolean {
  const seen = laidOn(letters, background);
  const most = seen.channels.reduce((found, one, i) => Math.max(found, Math.abs(one - background.channels[i]!)), 0);
  const [dark, light] = [luminance(seen), luminance(background)].sort((one, other) => one - other) as [number, number];
  return most <= UNSEEN_DIFFERENCE || (most <= FAINT_DIFFERENCE && (light + 0.05) / (dark + 0.05) <= LEAST_CONTRAST);
}

/** The light of a color, from 0 to 1, as WCAG 2 calculates it. */
function luminance({ channels }: Color): number {
  const [red, green, blue] = channels.map((one) => (one <= 10 ? one / 3_294 : ((one / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
