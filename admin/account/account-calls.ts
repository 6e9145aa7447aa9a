import type {
  ChangeEmailBody,
  ChangePasswordBody,
  CodeSent,
  DeleteAccountBody,
  DisableTwoFaBody,
  EmailCodeBody,
  EnableTwoFaBody,
  MerchantView,
  RecoveryCodes,
  SessionView,
  Subscription,
  Subscriptions,
  TwoFaBody,
  TwoFaSecret,
} from '../../contract/account.ts';
import type { SpaUser } from '../../contract/session.ts';
import type { Api } from '../data/api.ts';

/** The calls by which a signed-in user manages their own account (spec §7). */
export const accountCalls = (api: Api) => ({
  mailAccountCode: (body: EmailCodeBody) => api.post<CodeSent>('/spa/user/email-code', body),
  changeEmail: (body: ChangeEmailBody) => api.put<SpaUser>('/spa/user/email', body),
  changePassword: (body: ChangePasswordBody) => api.put<SpaUser>('/spa/user/password', body),
  /** Each call makes another secret. */
  twoFaSecret: () => api.get<TwoFaSecret>('/spa/user/2fa/secret'),
  enableTwoFa: (body: EnableTwoFaBody) => api.post<RecoveryCodes>('/spa/user/2fa/enable', body),
  disableTwoFa: (body: DisableTwoFaBody) => api.post('/spa/user/2fa/disable', body),
  deleteAccount: (body: DeleteAccountBody) => api.delete('/spa/user', body),
  merchant: () => api.get<MerchantView>('/spa/merchant'),
  sessions: () => api.get<SessionView[]>('/spa/user/sessions'),
  endSession: async (id: string) => {
    await api.delete(`/spa/user/sessions/${id}`);
    return { ended: 1 };
  },
  endOtherSessions: () => api.delete<{ ended: number }>('/spa/user/sessions'),
  subscriptions: () => api.get<Subscriptions>('/spa/subscriptions'),
  switchMails: (enabled: boolean, factor: TwoFaBody) =>
    api.post<Subscriptions>(`/spa/user/subscriptions/${verb(enabled)}`, factor),
  switchSubscription: ({ type, enabled }: Subscription, factor: TwoFaBody) =>
    api.post<Subscriptions>(`/spa/subscriptions/${verb(enabled)}/${type}`, factor),
});

/** Query keys to refetch after most of these calls: sessions, subscriptions and the activity log. */
export const CHANGED_BY_ACCOUNT = ['account', 'merchant/activities'] as const;

const verb = (enabled: boolean) => (enabled ? 'enable' : 'disable');

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof accountCalls> {}
}
