/**
 * Calls `onTick` with the whole seconds left, at once and then every second, and with zero at the end. It reads the
 * clock, because timers of a page in the background run late. The returned function stops it.
 */
export function countDown(seconds: number, onTick: (left: number) => void): () => void {
  const end = Date.now() + seconds * 1000;
  const step = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (left === 0) clearInterval(timer);
    onTick(left);
  };
  const timer = setInterval(step, 250);
  step();
  return () => clearInterval(timer);
}
