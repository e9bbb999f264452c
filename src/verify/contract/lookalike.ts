/** So many equal letters at the beginning, or so short a name within the other, make two names alike. */
const SAME_BEGINNING = 4;
const SHORTEST = 3;

/** The one of the known names that was probably meant by another name: "source" and "GroundingSource" for grounding_source. */
function lookalike(name: string, known: readonly string[]): string | undefined {
  const given = plain(name);
  if (given.length < SHORTEST) return undefined;
  const all = known.map((one) => ({ one, letters: plain(one) }));
  const same = all.find(({ letters }) => letters === given);
  const within = all.find(({ letters }) => letters.includes(given) || given.includes(letters));
  const begun = all.find(({ letters }) => letters.slice(0, SAME_BEGINNING) === given.slice(0, SAME_BEGINNING));
  return (same ?? within ?? begun)?.one;
}

function plain(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]|s$/g, '');
}

/** The end of a sentence about an unknown field: " Did you mean claim?", or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = lookalike(name, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** The end of a sentence about a missing field, where the body has an unknown one that looks like it. */
export function givenAs(field: string, body: unknown, known: readonly string[]): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  const given = unknown.find((name) => lookalike(name, known) === field);
  return given === undefined
    ? ''
    : ` The field ${JSON.stringify(given.slice(0, 100))} is not known: did you mean ${field}?`;
}
