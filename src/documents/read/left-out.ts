/** Notes that several readers give of words that no reader of the file sees as part of it. */
export const STRUCK_NOTE = 'Words that are struck out were left out.';
export const HIDDEN_NOTE = 'Hidden text was left out.';
export const UNSURE_NOTE = 'Words in the color of their background were read: a style that is not read may show them.';
export const DRAWINGS_NOTE = 'The text of charts, diagrams and drawings was left out.';
export const FORMULAS_NOTE = 'Formulas were left out.';
export const EMBEDDED_NOTE = 'Embedded documents were left out.';
export const COMMENTS_NOTE = 'Comments were left out.';
