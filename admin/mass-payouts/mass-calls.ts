import { useQuery } from '@tanstack/react-query';
import type { TwoFaBody } from '../../api/contract/account.ts';
import type { MassPayoutLine, MassPreview, MassTokenSent, SpaMassPayout } from '../../api/contract/mass-payouts.ts';
import { call } from '../data/http-client.ts';
import { ask, here, type ListPage } from '../data/profile-call.ts';
import { askForToken } from '../payouts/payout-token.ts';

/** The calls of this room (spec §7). Each throws ApiError when refused. */

export type FeePayer = SpaMassPayout['fee_payer'];

const RESOURCE = 'mass-payouts';

export function useMassPayout(id: string) {
  return useQuery({
    // The live stream makes exactly this answer stale.
    queryKey: [RESOURCE, 'getOne', { id }],
    queryFn: () => ask<SpaMassPayout>(pathOf(id), { isPage: true }),
  });
}

export function usePreview({ id, version }: Pick<SpaMassPayout, 'id' | 'version'>) {
  return useQuery({
    queryKey: ['balances', 'mass-preview', id, version],
    queryFn: () => ask<MassPreview>(`${pathOf(id)}/preview`),
  });
}

export type LinesShown = 'all' | 'not_valid' | 'open' | 'done' | 'failed';

export function useLines(of: { id: string; version: number; show: LinesShown; page: number; perPage: number }) {
  const { id, version, show, page, perPage } = of;
  return useQuery({
    queryKey: ['mass-payout-lines', id, version, show, page, perPage],
    queryFn: async () =>
      (await call<ListPage<MassPayoutLine>>(here(`${pathOf(id)}/lines?show=${show}&page=${page}&per_page=${perPage}`)))
        .json,
    // What was shown stays until the next is there: the table does not flicker while lines go out.
    placeholderData: (before) => before,
  });
}

export function uploadMass(file: File, feePayer: FeePayer, idempotencyKey: string): Promise<SpaMassPayout> {
  return ask(`/mass-payouts?${queryOf(file, feePayer)}`, { method: 'POST', body: csvOf(file), idempotencyKey });
}

export function replaceMassFile(id: string, file: File, feePayer: FeePayer): Promise<SpaMassPayout> {
  return ask(`${pathOf(id)}/file?${queryOf(file, feePayer)}`, { method: 'PUT', body: csvOf(file) });
}

export function sendMassCode(id: string): Promise<MassTokenSent> {
  return askForToken(`${pathOf(id)}/create-token`);
}

export function runMass(
  id: string,
  body: TwoFaBody & { code: string },
  idempotencyKey: string,
): Promise<SpaMassPayout> {
  return ask(`${pathOf(id)}/run`, { method: 'POST', body, idempotencyKey });
}

export function approveMass(id: string, factor: TwoFaBody): Promise<SpaMassPayout> {
  return ask(`${pathOf(id)}/approve`, { method: 'POST', body: factor });
}

export function cancelMass(id: string): Promise<SpaMassPayout> {
  return ask(`${pathOf(id)}/cancel`, { method: 'POST' });
}

/** Where a browser downloads from. */
export function examplePath(): string {
  return here('/mass-payouts/example-file');
}

export function exportPath(id: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return here(`${pathOf(id)}/export?time_zone=${encodeURIComponent(timeZone)}`);
}

function pathOf(id: string): string {
  return `/mass-payouts/${encodeURIComponent(id)}`;
}

function queryOf({ name }: File, feePayer: FeePayer): string {
  return new URLSearchParams({ file_name: name.slice(0, 200), fee_payer: feePayer }).toString();
}

/** Some systems call a CSV something else; the server decides by what is in it. */
function csvOf(file: File): Blob {
  return new Blob([file], { type: 'text/csv' });
}
