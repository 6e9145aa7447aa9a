import { useQuery } from '@tanstack/react-query';
import { tokenPermissionsOf } from '../../../domain/accounts/permissions.ts';
import { session } from '../../data/session.ts';
import { useProvider } from '../../data/use-provider.ts';
import { useStore } from '../../data/use-store.ts';
import { CheckGroupInput } from '../../forms/check-group-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';

/** A token's name, permissions and allow-list. */
export function TokenFields() {
  const provider = useProvider();
  const shopId = useStore(session)?.active_shop_id ?? null;
  const { data } = useQuery({ queryKey: ['api-token-form'], queryFn: () => provider.tokenForm() });
  return (
    <>
      <TextInput source="name" label={t('token.name')} help={t('token.nameHelp')} autoComplete="off" />
      <CheckGroupInput
        source="permissions"
        legend={t('token.permissions')}
        choices={tokenPermissionsOf(shopId).map((value) => ({ value, label: t(`token.permission.${value}`) }))}
      />
      <TextInput
        source="allowed_ips"
        label={t('token.ips')}
        help={[t('token.ipsHelp'), data && t('token.ipsYours', { ip: data.your_ip })].filter(Boolean).join(' ')}
        autoComplete="off"
        multiline
        minRows={2}
      />
    </>
  );
}
