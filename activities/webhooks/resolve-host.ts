import { lookup, Resolver } from 'node:dns/promises';

/** Resolves all addresses of a name. Rejects if there are none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/**
 * Asks the DNS without the thread pool: the system's own lookup takes a thread of four while it waits, so a few names
 * with a dead name server would hold up everything else in the process. Names that the DNS does not know are looked up
 * in the system's way (hosts file).
 */
export const resolveHost: ResolveHost = async (hostname) => {
  if (hostname.includes('.')) {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failure = answers.find((answer) => answer.status === 'rejected');
    if (failure && !isUnknown(failure.reason)) throw failure.reason;
  }
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/** The name does not exist, or there is no DNS. */
function isUnknown(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}
