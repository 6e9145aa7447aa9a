import type {
  Activity,
  ChangeEmailBody,
  ChangePasswordBody,
  CodeSent,
  DeleteAccountBody,
  EmailCodeBody,
  RecoveryCodes,
  SessionView,
  Subscription,
  Subscriptions,
  TwoFaBody,
  TwoFaSecret,
} from '../../api/contract/account.ts';
import type { SpaUser } from '../../api/contract/session.ts';
import { type CallOptions, call } from '../data/http-client.ts';

/** The calls of a signed-in user about the own account (spec §7). Each throws ApiError when refused. */
export const accountCalls = {
  mailCode: (body: EmailCodeBody) => send<CodeSent>('POST', '/spa/user/email-code', body),
  changeEmail: (body: ChangeEmailBody) => send<SpaUser>('PUT', '/spa/user/email', body),
  changePassword: (body: ChangePasswordBody) => send<SpaUser>('PUT', '/spa/user/password', body),
  twoFaSecret: () => send<TwoFaSecret>('GET', '/spa/user/2fa/secret'),
  enableTwoFa: (body: { two_fa_code: string; code: string }) =>
    send<RecoveryCodes>('POST', '/spa/user/2fa/enable', body),
  disableTwoFa: (body: { password: string } & TwoFaBody) => send<undefined>('POST', '/spa/user/2fa/disable', body),
  deleteAccount: (body: DeleteAccountBody) => send<undefined>('DELETE', '/spa/user', body),
  sessions: () => send<SessionView[]>('GET', '/spa/user/sessions'),
  endSession: (id: string) => send<unknown>('DELETE', `/spa/user/sessions/${id}`),
  endOtherSessions: () => send<{ ended: number }>('DELETE', '/spa/user/sessions'),
  subscriptions: () => send<Subscriptions>('GET', '/spa/subscriptions'),
  switchMails: (enabled: boolean, factor: TwoFaBody) =>
    send<Subscriptions>('POST', `/spa/user/subscriptions/${verb(enabled)}`, factor),
  switchSubscription: ({ type, enabled }: Subscription, factor: TwoFaBody) =>
    send<Subscriptions>('POST', `/spa/subscriptions/${verb(enabled)}/${type}`, factor),
  async activities(page: number) {
    const path = `/spa/merchant/activities?page=${page}&per_page=${ACTIVITIES_PER_PAGE}`;
    return (await call<{ data: Activity[]; pagination: { total: number } }>(path)).json;
  },
} as const;

/** Spec §9. */
export const ACTIVITIES_PER_PAGE = 4;

const verb = (enabled: boolean) => (enabled ? 'enable' : 'disable');

async function send<T>(method: NonNullable<CallOptions['method']>, path: string, body?: object): Promise<T> {
  return (await call<{ data: T }>(path, { method, body })).json.data;
}
