import type { CreateAddressBody, DepositForm, EmulateDepositBody, StaticAddress } from '../../contract/deposits.ts';
import type { EmulatedDeposit } from '../../contract/sandbox.ts';
import type { Api } from '../data/api.ts';

/** Calls for customers' addresses, including those that simulate deposits in a sandbox. */
export const depositCalls = (api: Api) => ({
  /** The gates that have addresses, with the terms of deposits. */
  depositForm: () => api.get<DepositForm>('addresses/create'),
  createAddress: (body: CreateAddressBody, idempotencyKey: string) =>
    api.post<StaticAddress>('addresses', body, { idempotencyKey }),
  emulateDeposit: (addressId: string, body: EmulateDepositBody) =>
    api.post<EmulatedDeposit>(`addresses/${encodeURIComponent(addressId)}/payments`, body),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof depositCalls> {}
}
