import { OPS } from 'unpdf/pdfjs';
import { boxOf, type Matrix, multiplied } from './boxes.ts';
import type { GraphicsStack } from './graphics-state.ts';
import type { MarkedContent } from './marked-content.ts';
import { isBoxPath, type PaintedAreas } from './painted-areas.ts';
import type { PaintedText } from './painted-text.ts';
import type { Glyph } from './shown-letters.ts';

/** The page that operators paint. */
export interface Painting {
  readonly graphics: GraphicsStack;
  readonly content: MarkedContent;
  readonly text: PaintedText;
  readonly areas: PaintedAreas;
}

/** Carries an operator out, with its arguments as pdf.js has them. */
type Handler = (painting: Painting, ...args: never) => void;

const STATE: Record<number, Handler> = {
  [OPS.save]: ({ graphics }) => graphics.save(),
  [OPS.restore]: ({ graphics }) => graphics.restore(),
  [OPS.transform]: ({ graphics }, ...matrix: [...Matrix]) => graphics.transform(matrix),
  [OPS.setGState]: ({ graphics }, parameters: readonly [string, never][]) => graphics.setParameters(parameters),
  [OPS.clip]: ({ graphics }) => graphics.clipNextPath(),
  [OPS.eoClip]: ({ graphics }) => graphics.clipNextPath(),
  [OPS.setFillRGBColor]: ({ graphics }, ...color: unknown[]) => graphics.setFillColor(color),
  [OPS.setFillColorN]: ({ graphics }) => graphics.setFillPattern(),
  [OPS.setFillTransparent]: ({ graphics }) => graphics.setFillPattern(),
  [OPS.setStrokeRGBColor]: ({ graphics }, ...color: unknown[]) => graphics.setStrokeColor(color),
  [OPS.setLineWidth]: ({ graphics: { state } }, width: number) => {
    state.lineWidth = width;
  },
};

/** Parts of a page, which some operators paint together. */
const PARTS: Record<number, Handler> = {
  [OPS.paintFormXObjectBegin]: ({ graphics, content }, matrix?: Matrix | null, bounds?: ArrayLike<number> | null) => {
    content.startPart();
    graphics.beginForm(matrix, bounds);
  },
  [OPS.paintFormXObjectEnd]: ({ graphics, content }) => {
    content.startPart();
    graphics.restore();
  },
  [OPS.beginGroup]: ({ graphics }) => graphics.beginGroup(),
  [OPS.endGroup]: ({ graphics }) => graphics.restore(),
  [OPS.beginAnnotation]: ({ graphics, content }, _id: string, _bounds: unknown, transform: Matrix, matrix: Matrix) => {
    content.beginAnnotation();
    graphics.beginAnnotation(multiplied(transform, matrix));
  },
  [OPS.endAnnotation]: ({ graphics, content }) => {
    content.endAnnotation();
    graphics.restore();
  },
  [OPS.beginMarkedContent]: ({ content }, tag?: { readonly name?: string }) => content.begin(tag?.name),
  [OPS.beginMarkedContentProps]: ({ content }, tag: unknown, properties: unknown) => content.begin(tag, properties),
  [OPS.endMarkedContent]: ({ content }) => content.end(),
};

const TEXT: Record<number, Handler> = {
  [OPS.beginText]: ({ text }) => text.begin(),
  [OPS.setTextMatrix]: ({ text }, ...matrix: [...Matrix] | [Matrix]) => text.setMatrix(matrix),
  [OPS.moveText]: ({ text }, x: number, y: number) => text.moveLine(x, y),
  [OPS.setLeadingMoveText]: ({ text, graphics: { state } }, x: number, y: number) => {
    state.leading = -y;
    text.moveLine(x, y);
  },
  [OPS.nextLine]: ({ text, graphics: { state } }) => text.moveLine(0, -state.leading),
  [OPS.showText]: ({ text, graphics: { state }, content }, glyphs: readonly Glyph[]) =>
    text.show(glyphs, state, content),
  [OPS.setFont]: ({ graphics }, font: string, size: number) => graphics.setFont(font, size),
  [OPS.setTextRenderingMode]: ({ graphics: { state } }, mode: number) => {
    state.renderingMode = mode;
  },
  [OPS.setLeading]: ({ graphics: { state } }, leading: number) => {
    state.leading = leading;
  },
  [OPS.setCharSpacing]: ({ graphics: { state } }, space: number) => {
    state.characterSpace = space;
  },
  [OPS.setWordSpacing]: ({ graphics: { state } }, space: number) => {
    state.wordSpace = space;
  },
  [OPS.setHScale]: ({ graphics: { state } }, percent: number) => {
    state.scale = percent / 100;
  },
  [OPS.setTextRise]: ({ graphics: { state } }, rise: number) => {
    state.rise = rise;
  },
};

const addPicture: Handler = ({ areas, graphics: { state } }) => areas.addPicture(state.matrix);

const AREAS: Record<number, Handler> = {
  [OPS.constructPath]: (
    { areas, graphics, content },
    operator: number,
    [steps = []]: readonly [ArrayLike<number>?],
    bounds?: ArrayLike<number> | null,
  ) => {
    if (bounds === null || bounds === undefined) return;
    const box = boxOf(graphics.state.matrix, bounds);
    areas.addPath({ operator, steps, box }, graphics.state, content.isShown);
    graphics.endPath(box, () => isBoxPath(steps));
  },
  [OPS.shadingFill]: ({ areas }) => areas.addShading(),
  [OPS.paintImageXObject]: addPicture,
  [OPS.paintImageXObjectRepeat]: addPicture,
  [OPS.paintInlineImageXObject]: addPicture,
  [OPS.paintInlineImageXObjectGroup]: addPicture,
  [OPS.paintImageMaskXObject]: addPicture,
  [OPS.paintImageMaskXObjectRepeat]: addPicture,
  [OPS.paintSolidColorImageMask]: addPicture,
};

/** Handlers by the numbers of pdf.js; operators without one change neither the text nor what hides it. */
export const HANDLERS: Record<number, Handler | undefined> = { ...STATE, ...PARTS, ...TEXT, ...AREAS };
