import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb, type Service } from '../bench/service-process.ts';

/** What must come back to where it was once nobody asks any more. */
export interface VitalSigns {
  readonly residentMb: number;
  /** Open descriptors; 0 where the system does not tell. */
  readonly descriptors: number;
  /** Requests in flight, without the one that asks. */
  readonly inFlight: number;
}

/** Caches and the heap fill in minutes; answers that nobody reads take more than this in seconds. */
const GROWTH_MB = 400;
/** Connections of the fuzzer itself that are kept open between requests. */
const SPARE_DESCRIPTORS = 40;
const CALM_MS = 30_000;
const LOOK_MS = 250;

export async function vitalSigns({ metrics, pid }: Service): Promise<VitalSigns> {
  const values = await metrics();
  const inFlight = (values.get('claim_verification_requests_in_flight') ?? Number.NaN) - 1;
  return { residentMb: residentMb(values), descriptors: descriptorsOf(pid), inFlight };
}

function descriptorsOf(pid: number): number {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

interface Calm {
  /** What did not come back, each as a sentence. */
  readonly complaints: readonly string[];
  readonly now: VitalSigns;
}

/** Waits for the service to come to rest. */
export async function unrestful(service: Service, before: VitalSigns): Promise<Calm> {
  const deadline = Date.now() + CALM_MS;
  for (;;) {
    const now = await vitalSigns(service);
    const complaints = complaintsOf(now, before);
    if (complaints.length === 0 || Date.now() > deadline) return { complaints, now };
    await sleep(LOOK_MS);
  }
}

/** What is beyond what it was before, so that one leak is told once. */
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
