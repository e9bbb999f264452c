const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: readonly [number, string][] = [
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
];
const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** "two hundred and five thousand and twenty-one": a whole number from 0 to 999,999,999,999 in British English words. */
export function cardinalWords(value: number): string {
  if (value < 20) return ONES[value]!;
  if (value < 100) return [TENS[Math.floor(value / 10)], ...(value % 10 > 0 ? [ONES[value % 10]] : [])].join('-');
  const [scale, name] = SCALES.find(([size]) => value >= size)!;
  const rest = value % scale;
  const head = `${cardinalWords(Math.floor(value / scale))} ${name}`;
  if (rest === 0) return head;
  return `${head}${rest < 100 ? ' and' : ''} ${cardinalWords(rest)}`;
}

/** "one hundred and twenty-first". */
export function ordinalWords(value: number): string {
  const words = cardinalWords(value);
  const last = /[a-z]+$/.exec(words)![0];
  const ordinal = IRREGULAR[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, words.length - last.length) + ordinal;
}

/** "three quarters", "one eighth", "seven tenths"; for 1 to `parts` - 1 of 3 to 20 parts. */
export function fractionWords(count: number, parts: number): string {
  const name = parts === 4 ? 'quarter' : ordinalWords(parts);
  return `${cardinalWords(count)} ${name}${count > 1 ? 's' : ''}`;
}
