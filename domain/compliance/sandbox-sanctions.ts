import type { ListSource } from './lists.ts';
import type { ListedParty } from './screening.ts';

/** Invented parties, to try a hit in a sandbox. Real lists are imported: see docs/operating/merchants.md. */
export const SANDBOX_SANCTIONS: ListSource & { readonly parties: readonly ListedParty[] } = {
  source: 'Invented by the project for sandboxes; nobody on it exists',
  publishedOn: '2026-11-01',
  parties: [
    { list: 'sandbox', key: 'S-1', names: ['Sanctioned Sample Person', 'Самплъ Санкционъ'], birthYears: [] },
    { list: 'sandbox', key: 'S-2', names: ['Blocked Harbour Trading Ltd', 'Blocked Harbor Trading'], birthYears: [] },
  ],
};
