import type { Claim, ClaimVerdict } from '../../contract/claims.ts';
import type { Api } from '../data/api.ts';

export interface NewClaim {
  readonly transaction: string;
  readonly payment_id: string;
  readonly address: string;
  readonly destination_tag?: string;
}

export const claimCalls = (api: Api) => ({
  /** What a pasted transaction is. */
  claimVerdict: (transaction: string) => api.post<ClaimVerdict>('claims/verdict', { transaction }),
  createClaim: (body: NewClaim) => api.post<Claim>('claims', body),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof claimCalls> {}
}
