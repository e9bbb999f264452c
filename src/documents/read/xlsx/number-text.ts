import { format, getFormatDateInfo, isDateFormat } from 'numfmt';

/** Digits that a spreadsheet calculates with and shows. */
const DIGITS = 15;
const SECONDS = 86_400;
/** Hours, minutes or seconds that are counted from none, not from a day. */
const ELAPSED = /\[[hms]{1,2}\]/i;
/** Days from the beginning of 1900 to that of 1904, as the file counts them. */
const DAYS_TO_1904 = 1_462;
/** The language in a format: it chooses no decimal signs, which are those of the machine. */
const LANGUAGE = /\[\$([^\]-]*)-[^\]]*\]/g;
const MIDNIGHT = /(?<=^\d{4}-\d\d-\d\d) 00:00(?::00)?$/;
const NEGATIVE = /^\((.*)\)$/;

/**
 * A number as a sheet shows it. Dates of which the sheet shows day, month and year are unambiguous: with the name of the month
 * as shown, otherwise as 2024-03-05.
 *
 * @param code the number format, such as "0.0%"
 */
export function numberText(value: number, code: string, from1904: boolean): string {
  if (code === 'General' || code === '@') return plain(value);
  try {
    if (isDateFormat(code)) return dateText(value + (from1904 && !ELAPSED.test(code) ? DAYS_TO_1904 : 0), code);
    const text = format(code.replace(LANGUAGE, '"$1"'), value, { nbsp: false }).trim();
    return value < 0 ? text.replace(NEGATIVE, '-$1') : text;
  } catch {
    // A damaged format.
    return plain(value);
  }
}

function plain(value: number): string {
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(DIGITS)));
}

function dateText(days: number, code: string): string {
  // The fractions of days that a sheet stores are milliseconds away.
  const value = Math.round(days * SECONDS) / SECONDS;
  const text = format(unambiguous(code), value, { nbsp: false }).trim();
  return Number.isInteger(value) ? text.replace(MIDNIGHT, '') : text;
}

const CODES = new Map<string, string>();

function unambiguous(code: string): string {
  const known = CODES.get(code);
  if (known !== undefined) return known;
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(code);
  const hasName = /mmm/i.test(code);
  const time = hours && minutes ? `hh:mm${seconds ? ':ss' : ''}` : '';
  const chosen = () => {
    if (!month || (hasName && day && (!year || /yyy/i.test(code)))) return code;
    const date = year && day ? 'yyyy-mm-dd' : year ? 'mmmm yyyy' : day ? 'd mmmm' : 'mmmm';
    return `${date} ${time}`.trim();
  };
  CODES.set(code, chosen());
  return chosen();
}
