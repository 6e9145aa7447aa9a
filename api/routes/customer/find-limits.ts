import { takeTry } from '../../../db/accounts/lockouts.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';

/** One address, and one invoice, may ask so often, on the page of claims and on the payer's page together. */
const BY_ADDRESS = { scope: 'claim:address', tries: 20, minutes: 15 } as const;
const BY_INVOICE = { scope: 'claim:invoice', tries: 60, minutes: 60 } as const;

/** @throws DomainError `rate_limited` */
export async function limitFinding(
  { db }: Pick<ServerDeps, 'db'>,
  { secrets }: Accounts,
  { ip, invoiceId }: { readonly ip: string; readonly invoiceId: string },
): Promise<void> {
  await takeTry(db, secrets, { ...BY_ADDRESS, key: networkOf(ip) });
  await takeTry(db, secrets, { ...BY_INVOICE, key: invoiceId });
}
