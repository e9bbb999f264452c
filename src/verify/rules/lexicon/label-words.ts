import { words } from './words.ts';

/** Words whose number names a thing and counts none: "Section 5", "page 3". */
export const LABELS =
  words(`section chapter article page pages figure fig table act type grade level class route highway interstate
  flight vol part step room rule item version stage group appendix paragraph clause question line channel
  psalm verse size no nos number series category tier gate pier platform block district ward apollo boeing
  airbus`);
