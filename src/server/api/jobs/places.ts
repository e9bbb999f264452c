import { ServiceError } from '../../../contract/errors.ts';

/** Seconds after which a place may be free: files take seconds or minutes. */
const RETRY_AFTER_SECONDS = 5;

/** Tasks of a process at a time; a client may have a part of them, so that others have theirs. */
export const CONCURRENT = { uploads: 16, uploadsPerClient: 2, downloadsPerClient: 2 } as const;

/** Takes a place; returns the function that frees it. Throws `rate_limited` when none is free. */
export type TakePlace = (client: string) => () => void;

/** Counts what clients do at the same time in this process, and refuses what is too much before anything is read of it. */
export function places(what: 'uploads' | 'downloads', perClient: number, inAll = Number.POSITIVE_INFINITY): TakePlace {
  const taken = new Set<{ readonly client: string }>();
  return (client) => {
    const own = [...taken].filter((place) => place.client === client);
    if (own.length >= perClient) throw refused(`${what} of a customer`, perClient);
    if (taken.size >= inAll) throw refused(what, inAll);
    const place = { client };
    taken.add(place);
    return () => void taken.delete(place);
  };
}

function refused(what: string, limit: number): ServiceError {
  const message = `At most ${limit} ${what} may run at a time; try again in ${RETRY_AFTER_SECONDS} seconds.`;
  const details = { limit, received: limit + 1, window: 'concurrent', retry_after_seconds: RETRY_AFTER_SECONDS };
  return new ServiceError('rate_limited', message, { details });
}
