/** Why a span that asserts something cannot count as entailed, whatever its probabilities; each is a row of objections.ts. */
export const OBJECTIONS = [
  'evidence_disagrees',
  'copy_differs',
  'closest_contradicts',
  'not_asserted_by_source',
  'facts_differ',
  'foreign_language',
] as const;
export type Objection = (typeof OBJECTIONS)[number];
