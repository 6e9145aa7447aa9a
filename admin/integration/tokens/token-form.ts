import ipaddr from 'ipaddr.js';
import type { ApiTokenView, CreateApiTokenBody } from '../../../contract/integration.ts';
import { TOKEN_PERMISSIONS, type TokenPermission } from '../../../domain/accounts/permissions.ts';
import { DEFAULT_VERSION } from '../../../domain/versions/api-versions.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { t } from '../../i18n/translate.ts';

export interface TokenValues {
  readonly name: string;
  readonly permissions: readonly TokenPermission[];
  readonly allowed_ips: string;
  readonly api_version: string;
}

/** A new token may create and read invoices: what a shop needs. */
export function toValues(token?: ApiTokenView): TokenValues {
  const { name = '', permissions = ['invoice_create', 'invoice_get'], allowed_ips = '' } = token ?? {};
  return { name, permissions, allowed_ips, api_version: token?.api_version ?? DEFAULT_VERSION };
}

export const tokenRules = bodyRules<TokenValues>(
  async () => (await import('../../../contract/integration.ts')).CreateApiTokenBody,
  {
    toBody,
    check({ name, permissions, allowed_ips }) {
      const wrong = entriesOf(allowed_ips).find((entry) => !isEntry(entry));
      return {
        name: name === '' ? t('form.required') : undefined,
        permissions: permissions.length === 0 ? t('token.permissionsWrong') : undefined,
        allowed_ips: wrong === undefined ? undefined : t('token.ipsWrong', { entry: wrong }),
      };
    },
  },
);

export function toBody({ name, permissions, allowed_ips }: Omit<TokenValues, 'api_version'>): CreateApiTokenBody {
  return {
    name,
    permissions: TOKEN_PERMISSIONS.filter((each) => permissions.includes(each)),
    allowed_ips: entriesOf(allowed_ips).join(' '),
  };
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
