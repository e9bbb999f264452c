/**
 * Tells the whole seconds left, at once and then every second, and zero at the end. By the clock, since a page in the
 * background is woken late. The returned function stops it.
 */
export function countDown(seconds: number, tell: (left: number) => void): () => void {
  const end = Date.now() + seconds * 1000;
  const step = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (left === 0) clearInterval(timer);
    tell(left);
  };
  const timer = setInterval(step, 250);
  step();
  return () => clearInterval(timer);
}
