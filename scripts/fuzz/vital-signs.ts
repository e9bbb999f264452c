/** Figures that must come back to where they were once no one asks any more. */
export interface VitalSigns {
  readonly residentMb: number;
  /** Open descriptors; 0 where the system does not report them. */
  readonly descriptors: number;
  /** Requests in flight, without the one that asks. */
  readonly inFlight: number;
}

/** Caches and the heap fill in minutes; answers that no one reads take more than this in seconds. */
const GROWTH_MB = 400;
/** Connections of the fuzzer itself that are kept open between requests. */
const SPARE_DESCRIPTORS = 40;

/** The figures that have grown, so that one leak is reported once. */
export function complaintsOf(now: VitalSigns, before: VitalSigns): string[] {
  const most = { mb: before.residentMb + GROWTH_MB, descriptors: before.descriptors + SPARE_DESCRIPTORS };
  return [
    now.inFlight > before.inFlight ? `expected ${before.inFlight} requests in flight, got ${now.inFlight}` : '',
    now.descriptors > most.descriptors
      ? `expected at most ${most.descriptors} descriptors, got ${now.descriptors}`
      : '',
    now.residentMb > most.mb
      ? `expected at most ${Math.round(most.mb)} MB resident, got ${Math.round(now.residentMb)}`
      : '',
  ].filter((complaint) => complaint !== '');
}
