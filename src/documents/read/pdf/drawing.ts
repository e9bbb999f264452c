import type { Box } from './boxes.ts';
import { GraphicsStack } from './graphics-state.ts';
import type { Letter } from './letter.ts';
import { MarkedContent } from './marked-content.ts';
import { HANDLERS } from './operators.ts';
import { PaintedAreas } from './painted-areas.ts';
import { PaintedText } from './painted-text.ts';
import type { FontScale } from './shown-letters.ts';

export interface Drawing {
  /** In the order in which they are painted, without spaces. */
  readonly letters: readonly Letter[];
  /** Thin lines along a side of the page, such as underlines. */
  readonly rules: readonly Box[];
  /** Share of the page that its largest picture covers. */
  readonly picture: number;
}

/** Operators of pdf.js with their arguments. */
export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The page that operators paint. */
export interface Canvas {
  /** Its left, bottom, right and top edges. */
  readonly view: readonly number[];
  /** The beginning of the ids that pdf.js gives to its marked content. */
  readonly id: string;
  /** Tells by the properties of marked content that its layer is shown. */
  readonly isOn: (layer: unknown) => boolean;
  readonly scaleOf: (font: string) => FontScale;
}

/**
 * Follows the operators of a page and tells the visible letters from the hidden ones: painted in no color, with no opacity,
 * in white where nothing but white is, in a layer that is off, outside the page or the part that is painted, or below a
 * filled box.
 */
export function drawingOf({ fnArray, argsArray }: Operators, { view, id, isOn, scaleOf }: Canvas): Drawing {
  const [left, bottom, right, top] = view as [number, number, number, number];
  const page: Box = { left, right, bottom, top };
  const text = new PaintedText(page);
  const areas = new PaintedAreas(page, text.letters);
  const painting = { graphics: new GraphicsStack(scaleOf), content: new MarkedContent(id, isOn), text, areas };
  for (let i = 0; i < fnArray.length; i += 1) HANDLERS[fnArray[i]!]?.(painting, ...((argsArray[i] ?? []) as never));
  text.hideWhite((letter) => areas.hasColorAt(letter));
  return { letters: text.letters, rules: areas.rules, picture: areas.picture };
}
