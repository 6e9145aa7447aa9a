import { TOKEN_PERMISSIONS } from '../../../domain/permissions.ts';
import { CheckField } from '../../components/check-field.tsx';
import { Field } from '../../components/field.tsx';
import type { FormState } from '../../components/use-form.ts';
import { t } from '../../i18n/translate.ts';
import { useTokenForm } from '../integration-calls.ts';
import { Fields, Group } from '../parts.tsx';
import type { TokenValues } from './token-form.ts';

/** What a token is called, what it may do, and from where. */
export function TokenFields({ form }: { form: FormState<TokenValues> }) {
  const { data } = useTokenForm();
  const noPermission = form.errorOf('may_invoice_create');
  return (
    <Fields>
      <Field {...form.text('name')} label={t('token.name')} help={t('token.nameHelp')} autoComplete="off" />
      <Group>
        <legend>{t('token.permissions')}</legend>
        <div>
          {TOKEN_PERMISSIONS.map((each) => (
            <CheckField
              key={each}
              {...form.box(`may_${each}`)}
              error={undefined}
              label={t(`token.permission.${each}`)}
            />
          ))}
        </div>
        {noPermission && <p role="alert">{noPermission}</p>}
      </Group>
      <Field
        {...form.text('allowed_ips')}
        label={t('token.ips')}
        help={[t('token.ipsHelp'), data && t('token.ipsYours', { ip: data.your_ip })].filter(Boolean).join(' ')}
        autoComplete="off"
        multiline
        minRows={2}
      />
    </Fields>
  );
}
