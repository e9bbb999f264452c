import { assembled } from '../../../scripts/fuzz/sample-files.ts';

export interface CourierPage {
  readonly content: string;
  /** Entries of the page next to those that every page needs, such as "/Rotate 90". */
  readonly entries?: string;
}

/**
 * A PDF of pages of 600 by 800 points with Courier as /F1: each letter is 0.6 of the letter size wide, so that places are
 * known without measuring. "\x01" is the ligature fi.
 */
export function courierPdf(pages: readonly CourierPage[], others: readonly string[] = [], catalog = ''): Buffer {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  return assembled([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /fi] >> >>',
    ...pages.flatMap(({ content, entries = '' }, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + 2 * i} 0 R ` +
        `/Resources << /Font << /F1 3 0 R >> >> ${entries} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...others,
  ]);
}

/** Operators that show words at a place, x to the right and y up. */
export function shown(x: number, y: number, words: string, size = 10): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${words.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}
