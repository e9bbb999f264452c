/** Why a span that asserts something cannot count as entailed, whatever its probabilities. */
export const OBJECTIONS = [
  'foreign_language',
  'copy_differs',
  'facts_differ',
  'closest_contradicts',
  'not_asserted_by_source',
  'evidence_disagrees',
] as const;
export type Objection = (typeof OBJECTIONS)[number];
