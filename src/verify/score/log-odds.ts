/** Log-odds, held within about 7 either way: beyond, a model's certainty says no more. */
export function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 0.001), 0.999);
  return Math.log(p / (1 - p));
}
