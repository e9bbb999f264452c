import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb, type Service } from '../bench/service-process.ts';
import { complaintsOf, type VitalSigns } from './vital-signs.ts';

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

interface Settled {
  /** What did not come back, each as a sentence. */
  readonly complaints: readonly string[];
  readonly now: VitalSigns;
}

/** Waits for the service to come to rest. */
export async function unrestful(service: Service, before: VitalSigns): Promise<Settled> {
  const deadline = Date.now() + CALM_MS;
  for (;;) {
    const now = await vitalSigns(service);
    const complaints = complaintsOf(now, before);
    if (complaints.length === 0 || Date.now() > deadline) return { complaints, now };
    await sleep(LOOK_MS);
  }
}
