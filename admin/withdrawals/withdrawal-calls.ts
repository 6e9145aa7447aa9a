import type { TwoFaBody } from '../../contract/account.ts';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import type {
  SpaWithdrawalRow,
  WithdrawalForm,
  WithdrawalTokenBody,
  WithdrawalTokenSent,
} from '../../contract/withdrawals.ts';
import type { MoneyProof } from '../components/money-codes.tsx';
import type { Api } from '../data/api.ts';

const pathOf = (id: string) => `withdrawals/${encodeURIComponent(id)}`;

/** Calls for withdrawals. */
export const withdrawalCalls = (api: Api) => ({
  withdrawalMethods: ({ automatic }: { readonly automatic?: true }) =>
    api.get<PaymentMethod[]>(
      `payment-methods?operation=withdrawal&page=1&per_page=100${automatic ? '&automatic=true' : ''}`,
    ),
  /** Balances, limits and fees of what can be withdrawn. */
  withdrawalForm: () => api.get<WithdrawalForm>('withdrawals/create'),
  sendWithdrawalCode: (body: WithdrawalTokenBody) => api.post<WithdrawalTokenSent>('withdrawals/create-token', body),
  createWithdrawal: (body: WithdrawalTokenBody & MoneyProof, idempotencyKey: string) =>
    api.post<SpaWithdrawalRow>('withdrawals', body, { idempotencyKey }),
  approveWithdrawal: (id: string, factor: TwoFaBody) => api.post(`${pathOf(id)}/approve`, factor),
  cancelWithdrawal: (id: string) => api.post(`${pathOf(id)}/cancel`),
  /** Answers the bank, which asks about the name of the account's holder. */
  answerName: (id: string, outcome: 'pay' | 'cancel', factor: TwoFaBody) =>
    api.post(`${pathOf(id)}/answer-name`, { outcome, ...factor }),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof withdrawalCalls> {}
}
