import { converter, wcagLuminance } from 'culori';

/** Red, green and blue from 0 to 255, and how opaque it is. */
export interface Color {
  readonly channels: readonly [number, number, number];
  readonly alpha: number;
}

export const WHITE: Color = { channels: [255, 255, 255], alpha: 1 };
export const BLACK: Color = { channels: [0, 0, 0], alpha: 1 };

const toRgb = converter('rgb');
/** Names that CSS gives to the colors of a page. */
const OF_PAGES: ReadonlyMap<string, Color> = new Map([
  ['canvas', WHITE],
  ['canvastext', BLACK],
]);

/** Characters of a color at most. */
const MAX_LENGTH = 200;

/** The color that a value states; undefined for others, such as an image, or one that is calculated. */
export function colorOf(value: string): Color | undefined {
  const color = value.length > MAX_LENGTH ? undefined : toRgb(value);
  if (color === undefined) return OF_PAGES.get(value);
  const shown = (share = 0) => Math.min(1, Math.max(0, share));
  const { r, g, b, alpha = 1 } = color;
  return { channels: [255 * shown(r), 255 * shown(g), 255 * shown(b)], alpha: shown(alpha) };
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
  const [dark, light] = [lightOf(seen), lightOf(background)].sort((one, other) => one - other) as [number, number];
  return most <= UNSEEN_DIFFERENCE || (most <= FAINT_DIFFERENCE && (light + 0.05) / (dark + 0.05) <= LEAST_CONTRAST);
}

/** The light of a color, from 0 to 1, as WCAG 2 calculates it. */
function lightOf({ channels: [red, green, blue] }: Color): number {
  return wcagLuminance({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 });
}
