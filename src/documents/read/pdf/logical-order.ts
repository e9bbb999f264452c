/** Letters of Hebrew and Arabic, whose digits run from left to right. */
const RIGHT = '\\u0590-\\u065f\\u066a-\\u06ef\\u06fa-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const LEFT = `(?![${RIGHT}])\\p{L}`;
const NUMBER = '[#$%€£+-]*\\p{Nd}(?:[.,:/]?\\p{Nd})*[#$%€£]*';
const HAS_RIGHT = new RegExp(`[${RIGHT}]`, 'u');
const LETTERS = new RegExp(`[${RIGHT}]`, 'gu');
/** Words that run from left to right, or one other character. */
const PARTS = new RegExp(`${LEFT}(?:[^${RIGHT}]*(?:${LEFT}|\\p{Nd}))?|${NUMBER}|[^]`, 'gu');
/** Words that run from right to left within others. */
const RIGHT_RUN = new RegExp(`[${RIGHT}](?:(?:(?!${LEFT})[^])*(?:[${RIGHT}]|\\p{Nd}))?`, 'gu');
/** Share of the characters of a text that runs from right to left, and length of one that does so with any. */
const LEAST_SHARE = 0.3;
const SHORT = 4;

/** The words of a line in the order in which they are read. A page paints words of Hebrew and Arabic from the left too. */
export function logicalOrder(painted: string): string {
  if (!HAS_RIGHT.test(painted)) return painted;
  const share = (painted.match(LETTERS) ?? []).length / painted.length;
  if (share >= LEAST_SHARE || painted.length <= SHORT) return reversed(painted);
  return painted.replace(RIGHT_RUN, reversed);
}

function reversed(text: string): string {
  return (text.match(PARTS) ?? []).reverse().join('');
}
