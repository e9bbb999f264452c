import { createHmac } from 'node:crypto';

/** The value of the header `billing-signature`, as the sender of a billing event makes it. */
export function signBody(secret: string, body: Buffer, unixSeconds: number): string {
  const hex = createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex');
  return `t=${unixSeconds},v1=${hex}`;
}
