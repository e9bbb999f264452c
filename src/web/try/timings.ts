/** What the headers of a response say of its time on the server and of the limit of the key. */
export function timingsText(headers: Headers): string {
  const parts = [];
  const stages = [...(headers.get('server-timing') ?? '').matchAll(/dur=([\d.]+)/g)].map(([, ms]) => Number(ms));
  if (stages.length > 0) parts.push(`${Math.round(stages.reduce((sum, ms) => sum + ms, 0))} ms on the server`);
  const [limit, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  if (limit !== null && remaining !== null) parts.push(`${remaining} of ${limit} requests left in this window`);
  return parts.join(' · ');
}
