import { words } from './words.ts';

/** Words whose number names a thing and counts none: "Section 5", "page 3". */
export const LABELS =
  words(`section chapter article page pages figure fig table act type grade level class route highway interstate
  flight vol part step room rule item version stage group appendix paragraph clause question line channel
  psalm verse size no nos number series category tier gate pier platform block district ward apollo boeing
  airbus`);

/** Words that may stand capitalised before a number that is no part of a name: "Over 300 came". */
export const NO_LABELS =
  words(`the in on at by of about over under before after since until from to around between nearly almost
  approximately roughly more less fewer some only just all another other these those its their his her and or
  but with for as than least most up there a an`);
