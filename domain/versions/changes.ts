import { invoiceAmount } from './2026-11-29-invoice-amount.ts';
import { API_VERSIONS, type ApiVersion } from './api-versions.ts';
import type { VersionChange } from './change.ts';

/** Every change between versions, newest first: a file each. They stay while events of their time are stored. */
export const CHANGES: readonly VersionChange[] = [invoiceAmount];

/** The changes that a version does not have, newest first. */
export function changesSince(version: ApiVersion, changes: readonly VersionChange[]): readonly VersionChange[] {
  const newer = API_VERSIONS.slice(0, API_VERSIONS.indexOf(version));
  return changes.filter((change) => newer.includes(change.version));
}
