import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type TokenPermission, tokenPermissionsOf } from '../../../domain/accounts/permissions.ts';
import { presetOf, presetPermissions, TOKEN_PRESETS } from '../../../domain/accounts/token-presets.ts';
import { ChoiceField } from '../../components/choice-field.tsx';
import { session } from '../../data/session.ts';
import { useProvider } from '../../data/use-provider.ts';
import { useStore } from '../../data/use-store.ts';
import { CheckGroupInput } from '../../forms/check-group-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { useBound } from '../../forms/use-bound.ts';
import { t } from '../../i18n/translate.ts';

/** A token's name, permissions and allow-list. */
export function TokenFields() {
  const provider = useProvider();
  const shopId = useStore(session)?.active_shop_id ?? null;
  const { data } = useQuery({ queryKey: ['api-token-form'], queryFn: () => provider.tokenForm() });
  return (
    <>
      <TextInput source="name" label={t('token.name')} help={t('token.nameHelp')} autoComplete="off" />
      <PresetField shopId={shopId} />
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

const CHOICES = [...TOKEN_PRESETS, 'own'] as const;

/** The restricted keys, each of which checks its permissions below; any other selection has no name. */
function PresetField({ shopId }: { shopId: string | null }) {
  const { value: permissions, onChange } = useBound<readonly TokenPermission[]>('permissions');
  const [isOwn, setIsOwn] = useState(false);
  const chosen = isOwn ? 'own' : (presetOf(permissions, shopId) ?? 'own');
  return (
    <ChoiceField
      label={t('token.preset')}
      value={chosen}
      choices={CHOICES.map((value) => ({ value, label: t(`token.preset.${value}`) }))}
      help={t(`token.presetHelp.${chosen}`)}
      onChange={(preset) => {
        setIsOwn(preset === 'own');
        if (preset !== 'own') onChange(presetPermissions(preset, shopId));
      }}
    />
  );
}
