import { styled } from '@mui/material/styles';
import { useWatch } from 'react-hook-form';
import { passwordProblems } from '../../domain/accounts/account-rules.ts';
import { VisuallyHidden } from '../components/card.tsx';
import { type MessageKey, t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { PasswordInput } from './password-input.tsx';

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

export interface NewPasswordInputsProps {
  large?: boolean;
  label?: MessageKey;
  autoFocus?: boolean;
}

/** The fields `password` and `password_confirmation`; which of the rules it keeps is shown as one types. */
export function NewPasswordInputs({
  large = false,
  label = 'password.label',
  autoFocus = false,
}: NewPasswordInputsProps) {
  const password = useWatch<{ password: string }>({ name: 'password' });
  const problems = passwordProblems({ password, password_confirmation: password }).password ?? [];
  return (
    <>
      <div>
        <PasswordInput
          source="password"
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
      <PasswordInput
        source="password_confirmation"
        label={t('password.confirm')}
        autoComplete="new-password"
        large={large}
      />
    </>
  );
}
