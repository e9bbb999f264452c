const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'];
const SIGNS: ReadonlyMap<string, string> = new Map(
  [...'0123456789+-−–=()abcdefghijklmnoprstuvwxyz'].map((plain, i) => [plain, RAISED[i]!]),
);

const PLAIN: ReadonlyMap<string, string> = new Map([...SIGNS].map(([plain, raised]) => [raised, plain]));

const NUMBERS = /^[\d+\-−–=(), ]{0,11}\d[\d+\-−–=(), ]{0,11}$/;
/** A mark of a note, Roman numerals included. "1st" and "2e" are ordinal numbers. */
const LETTER = /^(?:[a-z]|[ivx]{2,5})$/;
const ORDINAL = /^[eo]$/;

/**
 * Raised characters as they are written after the text before them, so that "350" with the raised mark "2" is not 3502.
 *
 * @param before the text that the raised characters appear after, "" where there is none
 * @returns superscripts of Unicode where there are any, otherwise the characters as they came
 */
export function superscript(raised: string, before: string): string {
  if (NUMBERS.test(raised)) return written(raised.replaceAll(' ', ''));
  if (!LETTER.test(raised)) return raised;
  const last = before.slice(-2);
  if (/\p{L}$/u.test(last)) return ` ${written(raised)}`;
  return /\d$/.test(last) && !ORDINAL.test(raised) ? written(raised) : raised;
}

function written(raised: string): string {
  return [...raised].map((sign) => SIGNS.get(sign) ?? sign).join('');
}

/** The character that a superscript raises, and any other as it is. */
export function lowered(character: string): string {
  return PLAIN.get(character) ?? character;
}
