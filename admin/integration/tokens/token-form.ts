import ipaddr from 'ipaddr.js';
import type { ApiTokenView, CreateApiTokenBody } from '../../../api/contract/integration.ts';
import { TOKEN_PERMISSIONS, type TokenPermission } from '../../../domain/permissions.ts';
import type { FormErrors } from '../../components/use-form.ts';
import { t } from '../../i18n/translate.ts';

type Flags = { readonly [Permission in TokenPermission as `may_${Permission}`]: boolean };

export type TokenValues = Readonly<Record<string, string | boolean>> &
  Flags & { readonly name: string; readonly allowed_ips: string };

/** A new token may create and read invoices: what a shop needs. */
export function toValues(token?: ApiTokenView): TokenValues {
  const may: readonly TokenPermission[] = token?.permissions ?? ['invoice_create', 'invoice_get'];
  const flags = Object.fromEntries(TOKEN_PERMISSIONS.map((each) => [`may_${each}`, may.includes(each)])) as Flags;
  return { ...flags, name: token?.name ?? '', allowed_ips: token?.allowed_ips ?? '' };
}

export function checkToken(values: TokenValues): FormErrors<TokenValues> {
  const wrong = entriesOf(values.allowed_ips).find((entry) => !isEntry(entry));
  return {
    name: values.name === '' ? t('integration.required') : undefined,
    may_invoice_create: permissionsOf(values).length === 0 ? t('token.permissionsWrong') : undefined,
    allowed_ips: wrong === undefined ? undefined : t('token.ipsWrong', { entry: wrong }),
  };
}

export function toBody(values: TokenValues): CreateApiTokenBody {
  return {
    name: values.name,
    permissions: permissionsOf(values),
    allowed_ips: entriesOf(values.allowed_ips).join(' '),
  };
}

function permissionsOf(values: TokenValues): TokenPermission[] {
  return TOKEN_PERMISSIONS.filter((each) => values[`may_${each}`]);
}

function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/** The server judges by the same rule: whole addresses only, no short forms. */
function isEntry(entry: string): boolean {
  const [address = ''] = entry.split('/');
  const full = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return full && (entry.includes('/') ? ipaddr.isValidCIDR(entry) : ipaddr.isValid(entry));
}
