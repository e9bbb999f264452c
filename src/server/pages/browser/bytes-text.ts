const UNITS = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** Such as "734 MB" or "1.2 GB", on one line. */
export function bytesText(bytes: number): string {
  const [size, unit] = UNITS.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  const value = bytes / size;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })}\u00a0${unit}`;
}
