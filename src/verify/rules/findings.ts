export type FactKind =
  | 'number'
  | 'percent'
  | 'money'
  | 'date'
  | 'year'
  | 'duration'
  | 'measure'
  | 'frequency'
  | 'ordinal'
  | 'time'
  | 'identifier';

/** How a value is stated: "350", "at least 350", "up to 350", "about 350", "over 350", "under 350". */
export type Bound = 'exact' | 'at_least' | 'at_most' | 'about' | 'more_than' | 'less_than';

/** The values a text allows, in a canonical unit; infinite ends are open. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
}

/** One quantity, date or identifier stated in a text. */
export interface Fact extends Interval {
  readonly kind: FactKind;
  /** Half-open offsets into the text; bounds such as "more than" are not part of it. */
  readonly start: number;
  readonly end: number;
  /** The fact for readers: bound, value, unit and counted noun as written. */
  readonly phrase: string;
  readonly bound: Bound;
  /** Canonical unit, '' for plain counts: '%', 'USD', 'm', 'kg', 'day' (durations), 'date' (days since 1970), 'month-day'... */
  readonly unit: string;
  /** The unit as written, so that equal spellings need no conversion tolerance. */
  readonly statedUnit: string;
  /** The number before its unit, "1200000" for "1.2 million km", or the hour of "8 o'clock"; '' for dates and names. */
  readonly written: string;
  /** Place value of the last digit written, in the canonical unit: 100,000 for "1.2 million". */
  readonly step: number;
  /** Place value of the last digit that is not zero: 1,000 for "12,000". */
  readonly roundStep: number;
  /** The counted noun, by slot (lexicon/synonyms.ts): ["full", "time", "employ"] for "350 full-time employees". */
  readonly nouns: readonly string[];
  /** The counted noun is in the plural. */
  readonly plural: boolean;
  /** Index of its first and one past its last token, bounds excluded. */
  readonly from: number;
  readonly to: number;
  /** Index of its first token, bounds included. */
  readonly boundFrom: number;
  /** Slots that the layout implies but the text does not say: "born" and "die" for "(1879 - 1955)". */
  readonly implied: readonly string[];
  /**
   * Values outside these ends are excluded by what is said; inside them the fact is silent. Wider than low and high
   * for "about" and for the two dates of a period.
   */
  readonly outerLow: number;
  readonly outerHigh: number;
  /** A time of day at which what is said begins or ends: "opens at 9:00", "until 13:00". */
  readonly edge?: 'start' | 'end';
  /** For each of these an amount of money is paid, by slot: "stay" of "15 euros per stay"; a time is in the unit. */
  readonly per?: readonly string[] | undefined;
  /** The time zone of a time of day, where it is named, in minutes ahead of Greenwich: 60 for CET. */
  readonly zone?: number | undefined;
}

/** One value proves another, leaves it open or rules it out. */
export type Relation = 'entailed' | 'open' | 'excluded';

/** A part of a claim, and the same part of the source or premise. */
export interface Both<Thing> {
  readonly claim: Thing;
  readonly source: Thing;
}

/** A capitalized name or an acronym. */
export interface Name {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Lower-case, accent-free parts without possessives or connecting words. */
  readonly parts: readonly string[];
  readonly acronym: boolean;
  /** Only its place at the start of a sentence makes it capitalized, so it may be no name at all. */
  readonly weak: boolean;
  readonly from: number;
  readonly to: number;
}

/** A number, date, identifier or name of the claim, and its status in a text. */
export interface Finding<Part extends Fact | Name = Fact | Name> {
  readonly claim: Part;
  /** The deciding part of the source; for an absent fact, a figure of the same bound that says more, "over 20 kg" for "over 10 kg". */
  readonly source?: Part;
  readonly status: 'match' | 'conflict' | 'absent';
  /** Beside a conflict of facts: the text has the claim's value too, for something else. */
  readonly isElsewhere?: boolean;
}

/** The findings in the words of a claim and a passage, before any model is asked. */
export interface SurfaceFindings {
  /** One per number, date or identifier of the claim, in its order. */
  readonly facts: readonly Finding<Fact>[];
  /** One per name of the claim, in its order. */
  readonly names: readonly Finding<Name>[];
  /** One text denies what the other states with the same words. */
  readonly negation: boolean;
}
