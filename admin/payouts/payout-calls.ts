import type { TwoFaBody } from '../../contract/account.ts';
import type {
  BookAddressBody,
  BookedAddress,
  OwnPayoutLimits,
  Payout,
  PayoutForm,
  PayoutPolicy,
  PayoutTokenBody,
  PayoutTokenSent,
  SpaCreatePayoutBody,
  SpaPayout,
  UpdateOwnPayoutLimitsBody,
} from '../../contract/payouts.ts';
import type { Api } from '../data/api.ts';
import { codeMailed } from './code-mailed.ts';

const pathOf = (id: string) => `payouts/${encodeURIComponent(id)}`;
const bookPathOf = (id: string) => `address-book/${encodeURIComponent(id)}`;

/** Calls for payouts, their rules and the address book. */
export const payoutCalls = (api: Api) => ({
  /** Balances, limits and fees of what can be paid out. */
  payoutForm: () => api.get<PayoutForm>('payouts/create'),
  sendPayoutCode: (body: PayoutTokenBody) => codeMailed(api.post<PayoutTokenSent>('payouts/create-token', body)),
  createPayout: (body: SpaCreatePayoutBody, idempotencyKey: string) =>
    api.post<Payout>('payouts', body, { idempotencyKey }),
  approvePayout: (id: string, factor: TwoFaBody) => api.post<SpaPayout>(`${pathOf(id)}/approve`, factor),
  cancelPayout: (id: string, options: { readonly idempotencyKey?: string } = {}) =>
    api.post<SpaPayout>(`${pathOf(id)}/cancel`, {}, options),
  payoutPolicy: () => api.get<PayoutPolicy>('payouts/policy'),
  savePayoutPolicy: (body: PayoutPolicy & TwoFaBody) => api.put<PayoutPolicy>('payouts/policy', body),
  ownPayoutLimits: () => api.get<OwnPayoutLimits>('payouts/limits'),
  saveOwnPayoutLimits: (body: UpdateOwnPayoutLimitsBody) => api.put<OwnPayoutLimits>('payouts/limits', body),
  bookAddress: (body: BookAddressBody, idempotencyKey: string) =>
    api.post<BookedAddress>('address-book', body, { idempotencyKey }),
  renameAddress: (id: string, label: string | null) => api.put<BookedAddress>(bookPathOf(id), { label }),
  forgetAddress: (id: string) => api.delete(bookPathOf(id)),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof payoutCalls> {}
}
