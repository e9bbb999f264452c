/** Red, green and blue from 0 to 255, and how opaque it is. */
export interface Color {
  readonly channels: readonly [number, number, number];
  readonly alpha: number;
}

export const WHITE: Color = { channels: [255, 255, 255], alpha: 1 };
export const BLACK: Color = { channels: [0, 0, 0], alpha: 1 };

/** Names of the sixteen oldest colors, and of those that are nearly white or black. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ white: '#fff', black: '#000', red: '#f00', green: '#008000', blue: '#00f', yellow: '#ff0', gray: '#808080' },
  ...{ grey: '#808080', silver: '#c0c0c0', maroon: '#800000', olive: '#808000', lime: '#0f0', aqua: '#0ff' },
  ...{ cyan: '#0ff', teal: '#008080', navy: '#000080', fuchsia: '#f0f', magenta: '#f0f', purple: '#800080' },
  ...{ snow: '#fffafa', ivory: '#fffff0', ghostwhite: '#f8f8ff', floralwhite: '#fffaf0', mintcream: '#f5fffa' },
  ...{ azure: '#f0ffff', whitesmoke: '#f5f5f5', aliceblue: '#f0f8ff', seashell: '#fff5ee', honeydew: '#f0fff0' },
  ...{ transparent: '#0000', canvas: '#fff', canvastext: '#000' },
};
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/;
const FUNCTION = /^(rgb|hsl)a?\(([^()]*)\)$/;
/** Differences of channels that no one sees. */
const ALIKE = 16;

/** The color that a value states; undefined for others, such as an image, or one that is calculated. */
export function colorOf(value: string): Color | undefined {
  const text = NAMED[value] ?? value;
  if (HEX.test(text)) {
    const digits =
      text.length < 6 ? [...text.slice(1)].map((digit) => digit + digit) : (text.slice(1).match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 255] = digits.map((digit) => Number.parseInt(digit, 16));
    return { channels: [red, green, blue], alpha: alpha / 255 };
  }
  const [, name, inner = ''] = FUNCTION.exec(text) ?? [];
  if (name === undefined) return undefined;
  const words = inner.split(/[\s,/]+/).filter((word) => word !== '');
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN, alpha = 1] = words.map((word, i) =>
    word.endsWith('%')
      ? (Number(word.slice(0, -1)) / 100) * (name === 'rgb' && i < 3 ? 255 : 1)
      : Number.parseFloat(word),
  );
  if (![first, second, third, alpha].every(Number.isFinite)) return undefined;
  return { channels: name === 'rgb' ? [first, second, third] : ofHue(first, second, third), alpha };
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

/** True if no one sees letters of one color on the other. */
export function isUnseen(letters: Color, background: Color): boolean {
  const seen = laidOn(letters, background);
  return seen.channels.every((one, i) => Math.abs(one - background.channels[i]!) <= ALIKE);
}
