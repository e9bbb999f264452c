/** Does `work` every `ms` milliseconds until the returned function is called; what fails is tried again. */
export function every(ms: number, work: () => unknown): () => void {
  const run = async () => work();
  const timer = setInterval(() => void run().catch(() => undefined), ms).unref();
  return () => clearInterval(timer);
}
