import type {
  ApplicationBody,
  CheckCodeBody,
  CodeSent,
  CompanyBody,
  CompanyDraft,
  FirstPasswordBody,
  FirstPasswordLink,
  ForgotPasswordBody,
  RegisterBody,
  ResetPasswordBody,
  SignUpForm,
  VisitorVerifyBody,
} from '../../contract/account.ts';
import type { PartnerInvitation } from '../../contract/partners.ts';
import type { SpaUser } from '../../contract/session.ts';
import type { AcceptInvitationBody, InvitationLinkView } from '../../contract/team.ts';
import { call } from '../data/http-client.ts';

/** The calls of the pages without a session (spec §7). Each throws ApiError when refused. */
export const authCalls = {
  signUpForm: () => get<SignUpForm>('/auth/register'),
  register: (body: RegisterBody) => post<CodeSent>('/auth/register', body),
  verifyEmail: (code: string) => post<SpaUser>('/auth/verify-email', { code }),
  resendEmail: () => get<CodeSent>('/auth/resend-email'),
  companyDraft: () => get<CompanyDraft>('/auth/company'),
  nameCompany: (body: CompanyBody) => post<SpaUser>('/auth/company', body),
  verifyDevice: (body: VisitorVerifyBody) => post<SpaUser>('/auth/visitor/verify', body),
  resendDevice: () => post<CodeSent>('/auth/visitor/resend'),
  forgotPassword: (body: ForgotPasswordBody) => post<CodeSent>('/auth/password/forgot', body),
  checkReset: (body: CheckCodeBody) => post<undefined>('/auth/password/check-code', body),
  resetPassword: (body: ResetPasswordBody) => post<undefined>('/auth/password/reset', body),
  apply: (body: ApplicationBody) => post<undefined>('/auth/application', body),
  firstPasswordLink: (token: string) =>
    get<FirstPasswordLink>(`/auth/first-password?${new URLSearchParams({ token }).toString()}`),
  setFirstPassword: (body: FirstPasswordBody) => post<SpaUser>('/auth/first-password', body),
  partnerLink: (token: string) => post<PartnerInvitation>('/auth/partner', { token }),
  joinAsPartner: (body: FirstPasswordBody) => post<SpaUser>('/auth/first-password/by-partnership', body),
  invitationLink: (token: string) => post<InvitationLinkView>('/auth/invitation', { token }),
  join: (body: AcceptInvitationBody) => post<SpaUser>('/auth/first-password/by-invitation', body),
} as const;

async function get<T>(path: string): Promise<T> {
  return (await call<{ data: T }>(path)).json.data;
}

async function post<T>(path: string, body?: object): Promise<T> {
  return (await call<{ data: T }>(path, { method: 'POST', body })).json.data;
}
