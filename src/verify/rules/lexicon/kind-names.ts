/** Names of kinds, as lemmas, whose members a text lists without naming the kind: "no furniture" beside "a bed and a table". */
export const KIND_NAMES: ReadonlySet<string> = new Set(
  `animal bird mammal pet livestock furniture sibling relative child kid parent family instrument tool device appliance
machine equipment language fruit vegetable food meal drink beverage alcohol snack meat grain spice vehicle transport sport
game activity painting picture art clothing clothes jewellery plant tree flower crop building facility amenity
fuel metal material chemical drug medicine disease illness symptom colour color person people man woman member
staff employee adult place country city money currency music award prize degree weapon book document problem
damage injury`.split(/\s+/),
);
