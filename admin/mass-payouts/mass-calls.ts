import type { TwoFaBody } from '../../contract/account.ts';
import type { MassPayoutLine, MassPreview, MassTokenSent, SpaMassPayout } from '../../contract/mass-payouts.ts';
import type { MoneyProof } from '../components/money-codes.tsx';
import type { Api } from '../data/api.ts';
import { apiNow } from '../data/api-now.ts';
import { codeMailed } from '../payouts/code-mailed.ts';
import { timeZone } from '../reports/report-calls.ts';

export type FeePayer = SpaMassPayout['fee_payer'];
export type LinesShown = 'all' | 'not_valid' | 'open' | 'done' | 'failed';

export interface LinesQuery {
  readonly show: LinesShown;
  readonly page: number;
  readonly perPage: number;
}

/** Calls for mass payouts. */
export const massCalls = (api: Api) => ({
  /** The amounts that a run would debit, beside the available balances. */
  massPreview: (id: string) => api.get<MassPreview>(`${pathOf(id)}/preview`),
  massLines: (id: string, { show, page, perPage }: LinesQuery) =>
    api.list<MassPayoutLine>(`${pathOf(id)}/lines?show=${show}&page=${page}&per_page=${perPage}`),
  uploadMass: (file: File, feePayer: FeePayer, idempotencyKey: string) =>
    api.post<SpaMassPayout>(`mass-payouts?${queryOf(file, feePayer)}`, csvOf(file), { idempotencyKey }),
  replaceMassFile: (id: string, file: File, feePayer: FeePayer) =>
    api.put<SpaMassPayout>(`${pathOf(id)}/file?${queryOf(file, feePayer)}`, csvOf(file)),
  sendMassCode: (id: string) => codeMailed(api.post<MassTokenSent>(`${pathOf(id)}/create-token`)),
  runMass: (id: string, proof: MoneyProof, idempotencyKey: string) =>
    api.post<SpaMassPayout>(`${pathOf(id)}/run`, proof, { idempotencyKey }),
  approveMass: (id: string, factor: TwoFaBody) => api.post<SpaMassPayout>(`${pathOf(id)}/approve`, factor),
  cancelMass: (id: string) => api.post<SpaMassPayout>(`${pathOf(id)}/cancel`),
  /** Of one that never ran: its file and lines are gone then. */
  deleteMass: (id: string) => api.delete(pathOf(id)),
});

/** Where a browser downloads the example file from. */
export function examplePath(): string {
  return apiNow().url('mass-payouts/example-file');
}

/** Where a browser downloads the lines with what became of them from. */
export function exportPath(id: string): string {
  return apiNow().url(`${pathOf(id)}/export?time_zone=${encodeURIComponent(timeZone())}`);
}

function pathOf(id: string): string {
  return `mass-payouts/${encodeURIComponent(id)}`;
}

function queryOf({ name }: File, feePayer: FeePayer): string {
  return new URLSearchParams({ file_name: name.slice(0, 200), fee_payer: feePayer }).toString();
}

/** Some systems call a CSV something else; the server decides by what is in it. */
function csvOf(file: File): Blob {
  return new Blob([file], { type: 'text/csv' });
}

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof massCalls> {}
}
