/**
 * Does `work` every `ms` milliseconds until the function that it returns is called. It does not keep the process alive, and
 * what fails is tried again the next time.
 */
export function every(ms: number, work: () => unknown): () => void {
  const run = async () => work();
  const timer = setInterval(() => void run().catch(() => undefined), ms).unref();
  return () => clearInterval(timer);
}
