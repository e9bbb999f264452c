const NAME = 'claim-verification-token';
/** A tab that was forgotten open does not sign anyone in the next day. */
const KEPT_MS = 8 * 3_600_000;

/** Keeps the token for reloads of this tab, in its session storage where the browser has one. */
export function keepToken(token: string): void {
  withStorage((storage) => storage.setItem(NAME, JSON.stringify({ token, until: Date.now() + KEPT_MS })));
}

export function forgetToken(): void {
  withStorage((storage) => storage.removeItem(NAME));
}

/** The token that this tab keeps; undefined when there is none, or it has been kept for too long. */
export function keptToken(): string | undefined {
  return withStorage((storage) => {
    const { token, until } = JSON.parse(storage.getItem(NAME) ?? '{}') as { token?: string; until?: number };
    return until !== undefined && Date.now() < until ? token : undefined;
  });
}

/** Reading `sessionStorage` itself throws where the user has forbidden it. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
