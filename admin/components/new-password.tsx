import { styled } from '@mui/material/styles';
import { passwordProblems } from '../../domain/account-rules.ts';
import { type MessageKey, t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { VisuallyHidden } from './card.tsx';
import { PasswordField } from './password-field.tsx';
import type { FormState } from './use-form.ts';

const Rules = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))',
  gap: '2px 12px',
  marginTop: 8,
  fontSize: 13,
  lineHeight: '20px',
  color: theme.palette.text.secondary,
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
  '& li[data-kept=true]': { color: theme.palette.success.main },
}));
const Ring = styled('i')(({ theme }) => ({
  flex: 'none',
  width: 8,
  height: 8,
  margin: 4,
  borderRadius: 4,
  border: `1px solid ${theme.palette.control}`,
}));

/** The rules of spec §5, each by the words with which it is refused. */
const RULES: readonly { readonly label: MessageKey; readonly refusal: string }[] = [
  { label: 'password.length', refusal: 'Password must be at least 10 characters.' },
  { label: 'password.uppercase', refusal: 'Password must include uppercase letters.' },
  { label: 'password.number', refusal: 'Password must include a number.' },
  { label: 'password.latin', refusal: 'Password must contain Latin characters only.' },
];

type WithPassword = Readonly<Record<string, string | boolean>> & {
  readonly password: string;
  readonly password_confirmation: string;
};

export interface NewPasswordProps<V extends WithPassword> {
  form: FormState<V>;
  large?: boolean;
  label?: MessageKey;
  autoFocus?: boolean;
}

/** A new password, typed twice; which of the rules it keeps is shown as one types. */
export function NewPassword<V extends WithPassword>(props: NewPasswordProps<V>) {
  const { form, large = false, label = 'password.label', autoFocus = false } = props;
  const { password } = form.values;
  const problems = passwordProblems({ password, password_confirmation: password }).password ?? [];
  return (
    <>
      <div>
        <PasswordField
          {...form.text('password')}
          label={t(label)}
          autoComplete="new-password"
          large={large}
          autoFocus={autoFocus}
        />
        <Rules aria-label={t('password.rules')}>
          {RULES.map((rule) => {
            const kept = password !== '' && !problems.includes(rule.refusal);
            return (
              <li key={rule.label} data-kept={kept}>
                {kept ? <Icon name="check" size={16} /> : <Ring aria-hidden />}
                {t(rule.label)}
                {kept && <VisuallyHidden>{t('password.kept')}</VisuallyHidden>}
              </li>
            );
          })}
        </Rules>
      </div>
      <PasswordField
        {...form.text('password_confirmation')}
        label={t('password.confirm')}
        autoComplete="new-password"
        large={large}
      />
    </>
  );
}
