/**
 * The weight of a media type in an Accept header (RFC 9110, 12.5.1), by the range that names it most closely: 0 where it is not
 * accepted, 1 without a header and where its weight is malformed.
 */
export function weightOf(type: string, accept = ''): number {
  if (accept.trim() === '') return 1;
  const ranges = weightsOf(accept);
  const [named = '*/*'] = [type, type.replace(/\/.*/, '/*'), '*/*'].filter((range) => ranges.has(range));
  return ranges.get(named) ?? 0;
}

export function weightsOf(accept: string): ReadonlyMap<string, number> {
  return new Map(accept.toLowerCase().split(',').map(weighted));
}

function weighted(range: string): readonly [name: string, weight: number] {
  const [name, ...parameters] = range.split(';').map((part) => part.trim());
  const [, weight = '1'] = /^q=([01](?:\.\d{0,3})?)$/.exec(parameters.at(-1) ?? '') ?? [];
  return [name!, Number(weight)];
}
