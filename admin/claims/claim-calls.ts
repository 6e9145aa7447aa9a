import type { Claim, ClaimVerdict } from '../../contract/claims.ts';
import type { Api } from '../data/api.ts';

export interface NewClaim {
  readonly transaction: string;
  readonly payment_id: string;
  readonly address: string;
  readonly destination_tag?: string;
}

export const claimCalls = (api: Api) => ({
  /** Looks up a pasted transaction and says whether it can be claimed. */
  claimVerdict: (transaction: string) => api.post<ClaimVerdict>('claims/verdict', { transaction }),
  createClaim: (body: NewClaim) => api.post<Claim>('claims', body),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof claimCalls> {}
}
