/** Numbers of pages in order, with those that follow each other as one range. */
export function pageRanges(numbers: readonly number[]): readonly { readonly from: number; readonly to: number }[] {
  const ranges: { readonly from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges;
}
