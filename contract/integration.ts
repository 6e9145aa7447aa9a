import { type Static, Type } from 'typebox';
import { PROFILE_MAIL_EVENTS } from '../domain/accounts/merchant-mail.ts';
import { TOKEN_PERMISSIONS } from '../domain/accounts/permissions.ts';
import { Confirmed, EmailAddress } from './account.ts';
import {
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  GateIdSchema,
  Instant,
  ModeSchema,
  Name,
  NetworkSchema,
  Nullable,
  Percent,
  Text,
  Uuid,
  VersionChoice,
  VersionName,
  WebAddress,
} from './basics.ts';
import { Autoconversion } from './invoice.ts';

const Version = Type.Integer({
  minimum: 1,
  description: 'As it was read. Another one is a 409: somebody changed it meanwhile.',
});
const Payer = Type.Enum(['merchant', 'customer'], { type: 'string' });

const settings = {
  name: Text(100),
  domain: Nullable(Text(253, 'Payers are sent back to this domain only, and it may embed the invoice page.')),
  url: Nullable(Text(500, 'Where the shop is.')),
  company_address: Nullable(Text(300, 'Shown on invoices, lines and all.')),
  company_phone: Nullable(Text(40)),
  support_email: Nullable(EmailAddress),
  show_company: Type.Boolean({ description: 'Invoices show company name, address, phone and email.' }),
  invoice_currency: CurrencyCode,
  gates: Type.Array(CryptoGateIdSchema, {
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
    description: 'Assets to receive.',
  }),
  tax_name: Text(40),
  tax_rate: Percent,
  tax_type: Type.Enum(['exclusive', 'inclusive', 'exempt'], { type: 'string', description: 'Of invoices only.' }),
  autoconversion: Autoconversion,
  service_fee_payer: Payer,
  network_fee_payer: Payer,
  autocomplete: Type.Boolean({ description: 'Invoices that are paid after they expired complete by themselves.' }),
  underpaid_policy: Type.Enum(['reject', 'accept'], {
    type: 'string',
    description: 'What becomes of a partly paid invoice at its end: Invalid, or Done.',
  }),
  underpaid_tolerance: Percent,
  overpaid_tolerance: Percent,
  notification_url: Nullable(WebAddress('Where webhooks go: https, in sandbox also http.')),
  email_events: Type.Array(Type.Enum(PROFILE_MAIL_EVENTS, { type: 'string' }), {
    maxItems: PROFILE_MAIL_EVENTS.length,
    uniqueItems: true,
    description: 'Events that the team is notified of by email.',
  }),
} as const;

const RefundFeePayer = {
  ...Payer,
  description: 'Who pays the fees of a refund that does not say so itself.',
};

const ConversionFeePayer = {
  ...Payer,
  description:
    'Who pays the fee of automatic conversion. The customer pays it on top, if the chosen asset is converted.',
};

const LateTolerance = {
  ...Percent,
  description:
    'What the value of a payment that came late may lack, in per cent of the total, for an invoice to complete by ' +
    'itself. At most 10.',
  examples: ['1.00'],
};

export const IntegrationProfile = Exact(
  {
    ...settings,
    late_tolerance: LateTolerance,
    refund_fee_payer: RefundFeePayer,
    conversion_fee_payer: ConversionFeePayer,
    api_version: VersionName('Of webhooks to notification URLs.'),
    id: Uuid,
    mode: ModeSchema,
    version: Version,
    company_name: Nullable(Type.String({ description: 'Of the account; confirmed at sign-up.' })),
    logo_url: Nullable(Type.String()),
    previous_key_until: Nullable(Instant),
    conversion_targets: Type.Array(GateIdSchema),
    currencies: Type.Array(CurrencyCode),
    mail_events: Type.Array(Type.Enum(PROFILE_MAIL_EVENTS, { type: 'string' })),
  },
  { title: 'IntegrationProfile' },
);

export const UpdateProfileBody = Exact(
  {
    ...settings,
    late_tolerance: Type.Optional(LateTolerance),
    refund_fee_payer: Type.Optional(RefundFeePayer),
    conversion_fee_payer: Type.Optional(ConversionFeePayer),
    api_version: Type.Optional(VersionChoice('Of webhooks to notification URLs.')),
    ...Confirmed,
    version: Version,
  },
  { title: 'UpdateProfile' },
);

/** The first signs first; while the overlap lasts every webhook is signed with both. */
export const NotificationKey = Exact(
  {
    notification_key: Type.String({ examples: ['whsec_…'] }),
    previous_key_until: Nullable(Instant),
  },
  { title: 'NotificationKey' },
);
export const RotateKeyBody = Exact(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'How long the old key signs beside the new.',
      }),
    ),
    ...Confirmed,
  },
  { title: 'RotateNotificationKey' },
);

export const Logo = Exact({ logo_url: Nullable(Type.String()) }, { title: 'Logo' });

// ── API tokens ───────────────────────────────────────────────────────────────────────────────────────────────────────

const Permissions = Type.Array(Type.Enum(TOKEN_PERMISSIONS, { type: 'string' }), {
  minItems: 1,
  maxItems: TOKEN_PERMISSIONS.length,
  uniqueItems: true,
  examples: [['invoice_get']],
});
const AllowedIps = Type.String({
  maxLength: 5000,
  description: 'Addresses and CIDR ranges, IPv4 and IPv6, separated by spaces. Empty means anyone.',
  examples: ['203.0.113.24 198.51.100.0/28 2001:db8::/32'],
});

export const ApiTokenView = Exact(
  {
    id: Uuid,
    name: Type.String(),
    mode: ModeSchema,
    api_key: Type.String(),
    permissions: Type.Array(Type.Enum(TOKEN_PERMISSIONS, { type: 'string' })),
    allowed_ips: Type.String(),
    created_at: Instant,
    last_used_at: Nullable(Instant),
    api_version: VersionName('Of calls that name none.'),
    version: Version,
  },
  { title: 'ApiToken' },
);

/** The secret is shown in this answer and never again. */
export const IssuedApiToken = Exact(
  { ...ApiTokenView.properties, secret_key: Type.String(), notification_key: Type.String() },
  { title: 'IssuedApiToken' },
);
export const RenewedSecret = Exact({ secret_key: Type.String() }, { title: 'RenewedSecret' });

export const ApiTokenForm = Exact(
  {
    permissions: Type.Array(Type.Enum(TOKEN_PERMISSIONS, { type: 'string' })),
    mode: ModeSchema,
    your_ip: Type.String({ description: 'The address this call came from.' }),
  },
  { title: 'ApiTokenForm' },
);

const tokenFields = { name: Name(100), permissions: Permissions, allowed_ips: Type.Optional(AllowedIps) } as const;
export const CreateApiTokenBody = Exact({ ...tokenFields, ...Confirmed }, { title: 'CreateApiToken' });
export const UpdateApiTokenBody = Exact(
  {
    ...tokenFields,
    ...Confirmed,
    api_version: Type.Optional(VersionChoice('Of calls that name none.')),
    version: Version,
  },
  { title: 'UpdateApiToken' },
);

// ── Fees ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const SERVICE_OPERATIONS = [
  'invoice',
  'deposit',
  'conversion',
  'payout',
  'mass_payout',
  'withdrawal',
  'refund',
] as const;

export const Fees = Exact(
  {
    service: Type.Array(
      Exact({
        operation: Type.Enum(SERVICE_OPERATIONS, { type: 'string' }),
        percent: Type.String(),
        payer: Type.Enum(['merchant', 'customer', 'recipient'], { type: 'string' }),
      }),
    ),
    network: Type.Array(
      Exact({
        gate_id: CryptoGateIdSchema,
        title: Type.String(),
        ticker: Type.String(),
        name: Type.String({ description: 'Of the network.' }),
        network: NetworkSchema,
        decimals: Type.Integer({ minimum: 0 }),
        withdrawal_enabled: Type.Boolean(),
        deposit: Type.String({ description: 'Taken from what comes in, in the asset.' }),
        withdrawal: Type.String({ description: 'Taken from what goes out, in the asset.' }),
        network_fee_at: Nullable({
          ...Instant,
          description: 'When the node reported the conditions of `withdrawal`; null for the typical fee.',
        }),
        payer: Payer,
      }),
    ),
  },
  { title: 'Fees' },
);

// ── Payment links ────────────────────────────────────────────────────────────────────────────────────────────────────

export type RotateKeyBody = Static<typeof RotateKeyBody>;
export type IntegrationProfile = Static<typeof IntegrationProfile>;
export type UpdateProfileBody = Static<typeof UpdateProfileBody>;
export type NotificationKey = Static<typeof NotificationKey>;
export type ApiTokenView = Static<typeof ApiTokenView>;
export type IssuedApiToken = Static<typeof IssuedApiToken>;
export type ApiTokenForm = Static<typeof ApiTokenForm>;
export type CreateApiTokenBody = Static<typeof CreateApiTokenBody>;
export type UpdateApiTokenBody = Static<typeof UpdateApiTokenBody>;
export type Fees = Static<typeof Fees>;
