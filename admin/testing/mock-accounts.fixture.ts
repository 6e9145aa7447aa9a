import type { Activity, CodeSent, CompanyDraft, SessionView, Subscriptions } from '../../contract/account.ts';
import type { SpaUser } from '../../contract/session.ts';
import { TWO_FA_CODE_REQUIRED, WRONG_CODE, WRONG_TWO_FA_CODE } from '../../domain/accounts/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../../domain/accounts/business.ts';
import { versionsToAccept } from '../../domain/legal/documents.ts';
import { NOW } from './fixtures.fixture.ts';

/** The mock's account data, apart from the user. */
export interface MockAccounts {
  /** The sign-up that waits for its code. */
  pending: CodeSent | null;
  /** The company data of an earlier application for the account. */
  draft: CompanyDraft;
  /** Where the script of the captcha is; null: none is asked. */
  captcha: string | null;
  /** The state of every link to a first or new password. */
  link: 'valid' | 'used' | 'expired';
  sessions: SessionView[];
  activities: Activity[];
  subscriptions: Subscriptions;
}

/** The one code that the mock takes for right, of mails and of authenticators. */
export const RIGHT_CODE = '123456';

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString();

export function makeAccounts(): MockAccounts {
  return {
    pending: null,
    draft: { turnover: null, website: null, industry: null },
    captcha: null,
    link: 'valid',
    sessions: [
      session({ index: 1, browser: 'Firefox 142 on Linux', hours: 0, current: true }),
      session({ index: 2, browser: 'Mobile Safari 26 on iOS', hours: 9, current: false }),
      session({ index: 3, browser: null, hours: 50, current: false }),
    ],
    activities: Array.from({ length: 9 }, (_, index) => activity(index)),
    subscriptions: {
      mail_enabled: true,
      types: [
        { type: 'login_attempt', enabled: true },
        { type: 'product_updates', enabled: false },
      ],
    },
  };
}

function session({
  index,
  browser,
  hours,
  current,
}: {
  index: number;
  browser: string | null;
  hours: number;
  current: boolean;
}): SessionView {
  return {
    id: String(index).repeat(64),
    browser,
    ip: `203.0.113.${index}`,
    location: index === 3 ? null : 'Hamburg, DE',
    created_at: ago(hours + 30),
    last_seen_at: ago(hours),
    current,
  };
}

const ACTIONS = [
  'signed_in',
  'subscription_changed',
  'device_verified',
  'password_changed',
  'two_fa_enabled',
  'brand_new_action',
];

function activity(index: number): Activity {
  return {
    id: `019aa1c4-7b02-7e51-9c3f-${String(index).padStart(12, '0')}`,
    created_at: ago(index * 7),
    action: ACTIONS[index % ACTIONS.length] ?? 'signed_in',
    user_name: index === 3 ? null : 'Mara Klein',
    browser: 'Firefox 142 on Linux',
    ip: '203.0.113.1',
    location: index % 2 ? null : 'Hamburg, DE',
  };
}

const codeSent = (email: string): CodeSent => ({ email, expires_in_seconds: 600, resend_in_seconds: 60 });

/** A call as the mock sees it. */
export interface MockCall {
  /** `POST /auth/register` */
  readonly key: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export type MockAnswer = readonly [status: number, body: unknown];
/** The part of the server's state that these answers read and change. */
interface AccountState {
  signedIn: boolean;
  user: SpaUser;
  accounts: MockAccounts;
}

/** The answers to calls about accounts that need no session; undefined for all others. */
export function authAnswer({ key, body }: MockCall, state: AccountState): MockAnswer | undefined {
  const { accounts } = state;
  const signIn = (): MockAnswer => {
    state.signedIn = true;
    return data(state.user);
  };
  switch (key) {
    case 'GET /auth/register':
      return data({
        turnover_ranges: TURNOVER_RANGES,
        industries: INDUSTRIES,
        legal_versions: versionsToAccept(undefined),
        captcha_site_key: accounts.captcha === null ? null : 'site',
        captcha_script_url: accounts.captcha,
        pending: accounts.pending,
      });
    case 'POST /auth/register':
      accounts.pending = codeSent(String(body.email));
      return [202, { data: accounts.pending }];
    case 'GET /auth/resend-email':
      accounts.pending = codeSent(accounts.pending?.email ?? state.user.email);
      return data(accounts.pending);
    case 'POST /auth/verify-email':
      state.user = {
        ...state.user,
        merchant: { ...state.user.merchant, status: 'email_verified', company_name: null },
      };
      return isRight(body.code) ? signIn() : wrong('code', WRONG_CODE);
    case 'GET /auth/company':
      return data(accounts.draft);
    case 'POST /auth/company':
      state.user = {
        ...state.user,
        merchant: { ...state.user.merchant, status: 'active', company_name: String(body.company_name) },
      };
      return data(state.user);
    case 'POST /auth/visitor/verify':
      return isRight(body.code) ? (refusedFactor(body, state) ?? signIn()) : wrong('code', WRONG_CODE);
    case 'POST /auth/visitor/resend':
      return data(codeSent(String(body.email ?? state.user.email)));
    case 'POST /auth/password/forgot':
      return [202, { data: codeSent(String(body.email)) }];
    case 'POST /auth/password/check-code':
      if (body.token !== undefined) return accounts.link === 'valid' ? [204, null] : wrong('token', 'Link expired');
      return isRight(body.code) ? [204, null] : wrong('code', WRONG_CODE);
    case 'POST /auth/password/reset':
      return [204, null];
    case 'POST /auth/application':
      return [202, null];
    case 'GET /auth/first-password':
      return data({ state: accounts.link, email: accounts.link === 'valid' ? state.user.email : null });
    case 'POST /auth/first-password':
      return signIn();
    default:
      return undefined;
  }
}

/** The answers to calls of a signed-in user about the own account. */
export function accountAnswer({ key, path, body }: MockCall, state: AccountState): MockAnswer | undefined {
  const { accounts } = state;
  switch (key) {
    case 'GET /spa/user/sessions':
      return data(accounts.sessions);
    case 'DELETE /spa/user/sessions':
      accounts.sessions = accounts.sessions.filter(({ current }) => current);
      return data({ ended: 2 });
    case 'GET /spa/merchant': {
      const { company_name = null, status = 'active', can_production_activate } = state.user.merchant;
      return data({ ...accounts.draft, company_name, status, can_production_activate });
    }
    case 'GET /spa/merchant/activities': {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
      const rows = accounts.activities.slice((page - 1) * 4, page * 4);
      return [200, { data: rows, pagination: { total: accounts.activities.length, page, per_page: 4 } }];
    }
    case 'GET /spa/subscriptions':
      return data(accounts.subscriptions);
    case 'POST /spa/user/email-code':
      return [202, { data: codeSent(String(body.email ?? state.user.email)) }];
    case 'GET /spa/user/2fa/secret':
      return data({
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauth_url: 'otpauth://totp/Tidegate:mara?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tidegate',
      });
    case 'POST /spa/user/2fa/enable':
      if (!isRight(body.code)) return wrong('code', WRONG_CODE);
      if (!isRight(body.two_fa_code)) return wrong('two_fa_code', WRONG_TWO_FA_CODE);
      state.user = { ...state.user, '2fa_enabled': true };
      return data({ recovery_codes: Array.from({ length: 10 }, (_, index) => `k7m2p-9xq${index}t`) });
    case 'POST /spa/user/2fa/disable':
      state.user = { ...state.user, '2fa_enabled': false };
      return [204, null];
    case 'PUT /spa/user/email':
      state.user = { ...state.user, email: String(body.email) };
      return data(state.user);
    case 'PUT /spa/user/password':
      return refusedFactor(body, state) ?? data(state.user);
    case 'POST /spa/legal/acceptance':
      state.user = { ...state.user, legal_to_accept: [] };
      return data(state.user);
    case 'DELETE /spa/user':
      state.signedIn = false;
      return [204, null];
    default:
      return subscriptionAnswer(key, body, state);
  }
}

function subscriptionAnswer(key: string, body: MockCall['body'], state: AccountState): MockAnswer | undefined {
  const [, verb, , type] = /^POST \/spa\/(?:user\/)?subscriptions\/(enable|disable)(\/(\w+))?$/.exec(key) ?? [];
  if (verb === undefined) return undefined;
  const refusal = refusedFactor(body, state);
  if (refusal) return refusal;
  const now = state.accounts.subscriptions;
  const enabled = verb === 'enable';
  state.accounts.subscriptions = type
    ? { ...now, types: now.types.map((each) => (each.type === type ? { ...each, enabled } : each)) }
    : { ...now, mail_enabled: enabled };
  return data(state.accounts.subscriptions);
}

/** As the API answers where 2FA is on: a missing code and a wrong one. */
function refusedFactor(
  { two_fa_code, recovery_code }: MockCall['body'],
  { user }: AccountState,
): MockAnswer | undefined {
  if (!user['2fa_enabled'] || recovery_code !== undefined || isRight(two_fa_code)) return undefined;
  return wrong('two_fa_code', two_fa_code === undefined ? TWO_FA_CODE_REQUIRED : WRONG_TWO_FA_CODE);
}

const isRight = (code: unknown) => code === RIGHT_CODE;
const data = (value: unknown): MockAnswer => [200, { data: value }];
const wrong = (field: string, message: string): MockAnswer => [
  422,
  {
    message: 'The given data was invalid',
    code: 'validation_failed',
    request_id: 'req-7f3a92',
    errors: { [field]: [message] },
  },
];
