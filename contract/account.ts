import { type Static, Type } from 'typebox';
import { INDUSTRIES, TURNOVER_RANGES } from '../domain/accounts/business.ts';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../domain/accounts/email-address.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { MERCHANT_STATUSES } from '../domain/state/merchant.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { LegalVersions, ShownVersions } from './legal.ts';

/** One email address: {@link EMAIL_PATTERN}. */
export const EmailAddress = Type.String({
  minLength: 3,
  maxLength: MAX_EMAIL_LENGTH,
  pattern: EMAIL_PATTERN,
  description: 'An email address.',
  examples: ['owner@shop.example'],
});

/** Rules of spec §5 are checked beyond this, with messages of their own. */
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'At least 10 characters, an uppercase letter, a number, Latin characters only.',
});
const Password = Type.String({ minLength: 1, maxLength: 200 });
/** Six digits; anything else is refused as a wrong code is, so the form is not checked here. */
const Code = Type.String({ minLength: 1, maxLength: 20, description: 'The six digits in the email.' });
const TwoFaCode = Type.String({ minLength: 1, maxLength: 20, description: 'Six digits of the authenticator app.' });
const RecoveryCode = Type.String({ minLength: 1, maxLength: 40, description: 'One of the recovery codes, instead.' });
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['DE'] });
const LanguageSchema = Type.Enum(LANGUAGES, { type: 'string', description: 'Of emails; default by Accept-Language.' });
const Turnover = Type.Enum(TURNOVER_RANGES, { type: 'string', description: 'Monthly turnover in euro.' });
const IndustrySchema = Type.Enum(INDUSTRIES, { type: 'string' });
const Captcha = Type.Optional(Type.String({ maxLength: 4000, description: 'Needed where a captcha is configured.' }));
/** Of bodies that a person with 2FA confirms. */
export const FirstTwoFactor = {
  two_fa_code: Type.Optional(TwoFaCode),
  recovery_code: Type.Optional(RecoveryCode),
};

/** Proof that the user means to send money: the mailed code, and 2FA where it is required. */
export const MoneyProof = { code: Code, ...FirstTwoFactor };

/** Whether 2FA is required, and whether the signed-in user has it on. */
export const TwoFactorStanding = Exact({ required: Type.Boolean(), enabled: Type.Boolean() });

// ── Sign-up ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const RegisterBody = Exact(
  {
    full_name: Text(100),
    email: EmailAddress,
    country: Country,
    password: NewPassword,
    password_confirmation: NewPassword,
    privacy_accepted: Type.Boolean({ description: 'Terms and privacy policy. Must be true.' }),
    aml_accepted: Type.Boolean({ description: 'Must be true.' }),
    accepted_versions: ShownVersions,
    product_updates: Type.Optional(Type.Boolean({ default: false })),
    partner_code: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Of the partner who recommended the gateway.',
        examples: ['K7M2XQ9A'],
      }),
    ),
    language: Type.Optional(LanguageSchema),
    recaptcha_token: Captcha,
  },
  { title: 'Register' },
);

/** A mail with a code is under way; the same whether or not the address was known. */
export const CodeSent = Exact(
  {
    email: Type.String({ description: 'Where the code went, as it was typed.' }),
    expires_in_seconds: Type.Integer({ minimum: 0, description: 'How long the code holds.' }),
    resend_in_seconds: Type.Integer({ minimum: 0, description: 'When another code can be requested.' }),
  },
  { title: 'CodeSent' },
);

/** The data of the sign-up screens, and the sign-up this browser has begun, so that a reload does not lose it. */
export const SignUpForm = Exact(
  {
    turnover_ranges: Type.Array(Turnover),
    industries: Type.Array(IndustrySchema),
    legal_versions: LegalVersions,
    captcha_site_key: Nullable(Type.String({ description: 'Null: no captcha is required.' })),
    captcha_script_url: Nullable(Type.String({ description: 'What draws the captcha; it speaks as reCAPTCHA does.' })),
    pending: Type.Union([CodeSent, Type.Null()], { description: 'Waits for its code at /auth/verify-email.' }),
  },
  { title: 'SignUpForm' },
);

export const VerifyEmailBody = Exact({ code: Code }, { title: 'VerifyEmail' });

export const CompanyBody = Exact(
  {
    company_name: Text(100, 'Brand or company name.'),
    turnover: Turnover,
    website: Text(253, 'A domain or an http(s) address.'),
    confirmed: Type.Boolean({ description: 'Must be true.' }),
  },
  { title: 'Company' },
);

/** Facts about the company before it is named: the answers of its application. */
export const CompanyDraft = Exact(
  { turnover: Nullable(Turnover), website: Nullable(Type.String()), industry: Nullable(IndustrySchema) },
  { title: 'CompanyDraft' },
);
export type CompanyDraft = Static<typeof CompanyDraft>;

/** The company as the profile of the account shows it. */
export const MerchantView = Exact(
  {
    ...CompanyDraft.properties,
    company_name: Nullable(Type.String()),
    status: Type.Enum(MERCHANT_STATUSES, { type: 'string' }),
    can_production_activate: Type.Boolean(),
  },
  { title: 'Merchant' },
);
export type MerchantView = Static<typeof MerchantView>;

export const ApplicationBody = Exact(
  {
    email: EmailAddress,
    contact_handle: Text(100, 'How to reach you, e.g. a messenger handle.'),
    domain: Text(253, 'Domain of the business.'),
    industry: IndustrySchema,
    turnover: Turnover,
    confirmed: Type.Boolean({ description: 'Must be true.' }),
    language: Type.Optional(LanguageSchema),
    recaptcha_token: Captcha,
  },
  { title: 'Application' },
);

export const FirstPasswordQuery = Exact({ token: Type.Optional(Type.String({ maxLength: 200 })) });

/** Whether the link of an application still opens. */
export const FirstPasswordLink = Exact(
  {
    state: Type.Enum(['valid', 'used', 'expired'], { type: 'string' }),
    email: Nullable(Type.String({ description: 'Of a valid link.' })),
  },
  { title: 'FirstPasswordLink' },
);

export const FirstPasswordBody = Exact(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    full_name: Text(100),
    country: Country,
    password: NewPassword,
    password_confirmation: NewPassword,
    privacy_accepted: Type.Boolean({ description: 'Must be true.' }),
    aml_accepted: Type.Boolean({ description: 'Must be true.' }),
    accepted_versions: ShownVersions,
  },
  { title: 'FirstPassword' },
);

// ── Sign-in ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const VisitorVerifyBody = Exact({ code: Code, ...FirstTwoFactor }, { title: 'VerifyDevice' });

export const ForgotPasswordBody = Exact({ email: EmailAddress, recaptcha_token: Captcha }, { title: 'ForgotPassword' });

const ResetProof = {
  email: Type.Optional(EmailAddress),
  code: Type.Optional(Code),
  token: Type.Optional(
    Type.String({ maxLength: 200, description: 'Of the link in the email, instead of `email` and `code`.' }),
  ),
};
export const CheckCodeBody = Exact(ResetProof, { title: 'CheckCode' });
export const ResetPasswordBody = Exact(
  { ...ResetProof, password: NewPassword, password_confirmation: NewPassword },
  { title: 'ResetPassword' },
);

// ── The signed-in user ───────────────────────────────────────────────────────────────────────────────────────────────

/** The purpose of a mailed code. `email` sends two: one to the current and one to the new address. */
export const EmailCodeBody = Exact(
  {
    purpose: Type.Enum(['two_fa', 'email'], { type: 'string' }),
    email: Type.Optional(EmailAddress),
  },
  { title: 'EmailCode' },
);

export const ChangeEmailBody = Exact(
  { email: EmailAddress, current_code: Code, new_code: Code, password: Password, ...FirstTwoFactor },
  { title: 'ChangeEmail' },
);

export const ChangePasswordBody = Exact(
  {
    current_password: Password,
    password: NewPassword,
    password_confirmation: NewPassword,
    ...FirstTwoFactor,
  },
  { title: 'ChangePassword' },
);

export const TwoFaSecret = Exact(
  {
    secret: Type.String({ description: 'Base32, to be typed.' }),
    otpauth_url: Type.String({ description: 'For a QR code.' }),
  },
  { title: 'TwoFaSecret' },
);

export const EnableTwoFaBody = Exact({ two_fa_code: TwoFaCode, code: Code }, { title: 'EnableTwoFa' });
export const DisableTwoFaBody = Exact({ password: Password, ...FirstTwoFactor }, { title: 'DisableTwoFa' });

/** Shown once. Each opens once, instead of a 2FA code. */
export const RecoveryCodes = Exact(
  { recovery_codes: Type.Array(Type.String({ examples: ['k7m2p-9xq4t'] })) },
  { title: 'RecoveryCodes' },
);

/** A browser that is signed in. */
export const SessionView = Exact(
  {
    id: Type.String(),
    browser: Nullable(Type.String({ examples: ['Firefox 142 on Linux'] })),
    ip: Nullable(Type.String()),
    location: Nullable(Type.String()),
    created_at: Instant,
    last_seen_at: Instant,
    current: Type.Boolean(),
  },
  { title: 'Session' },
);

export const SessionParams = Exact({ id: Type.String({ pattern: '^[0-9a-f]{64}$' }) });
export const EndedSessions = Exact({ ended: Type.Integer({ minimum: 0 }) }, { title: 'EndedSessions' });

export const ActivityQuery = Exact({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 4 })),
});

/** One action of a team member on the merchant's account (spec §3, activity record). */
export const Activity = Exact(
  {
    id: Uuid,
    created_at: Instant,
    action: Type.String({ description: "A key, e.g. `signed_in`; the words are the front end's." }),
    user_name: Nullable(Type.String()),
    browser: Nullable(Type.String()),
    ip: Nullable(Type.String()),
    location: Nullable(Type.String({ description: 'Null where it is not known.' })),
  },
  { title: 'Activity' },
);

export const SUBSCRIPTION_TYPES = ['login_attempt', 'product_updates'] as const;
export const Subscription = Exact(
  { type: Type.Enum(SUBSCRIPTION_TYPES, { type: 'string' }), enabled: Type.Boolean() },
  { title: 'Subscription' },
);
export const SubscriptionParams = Exact({ type: Type.Enum(SUBSCRIPTION_TYPES, { type: 'string' }) });
export const Subscriptions = Exact(
  {
    mail_enabled: Type.Boolean({ description: 'The main switch: without it no type can be switched on.' }),
    types: Type.Array(Subscription),
  },
  { title: 'Subscriptions' },
);
/** Without the code, the response is the usual refusal that names the missing field. */
export const TwoFaBody = Exact(FirstTwoFactor, { title: 'TwoFaConfirmation' });

export const DeleteAccountBody = Exact({ password: Password, ...FirstTwoFactor }, { title: 'DeleteAccount' });

/**
 * Of bodies that ask the signed-in person to prove who they are: the password may be left out while the session is
 * younger than five minutes.
 */
export const Confirmed = { password: Type.Optional(Password), ...FirstTwoFactor };
export const ConfirmationBody = Exact(Confirmed, { title: 'Confirmation' });

export type ConfirmationBody = Static<typeof ConfirmationBody>;
export type RegisterBody = Static<typeof RegisterBody>;
export type CodeSent = Static<typeof CodeSent>;
export type SignUpForm = Static<typeof SignUpForm>;
export type ForgotPasswordBody = Static<typeof ForgotPasswordBody>;
export type VerifyEmailBody = Static<typeof VerifyEmailBody>;
export type CompanyBody = Static<typeof CompanyBody>;
export type ApplicationBody = Static<typeof ApplicationBody>;
export type FirstPasswordLink = Static<typeof FirstPasswordLink>;
export type FirstPasswordBody = Static<typeof FirstPasswordBody>;
export type VisitorVerifyBody = Static<typeof VisitorVerifyBody>;
export type CheckCodeBody = Static<typeof CheckCodeBody>;
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;
export type EmailCodeBody = Static<typeof EmailCodeBody>;
export type ChangeEmailBody = Static<typeof ChangeEmailBody>;
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;
export type TwoFaSecret = Static<typeof TwoFaSecret>;
export type EnableTwoFaBody = Static<typeof EnableTwoFaBody>;
export type DisableTwoFaBody = Static<typeof DisableTwoFaBody>;
export type RecoveryCodes = Static<typeof RecoveryCodes>;
export type SessionView = Static<typeof SessionView>;
export type Activity = Static<typeof Activity>;
export type Subscription = Static<typeof Subscription>;
export type Subscriptions = Static<typeof Subscriptions>;
export type DeleteAccountBody = Static<typeof DeleteAccountBody>;
export type TwoFaBody = Static<typeof TwoFaBody>;
