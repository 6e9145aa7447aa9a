import { styled } from '@mui/material/styles';
import { VisuallyHidden } from '../components/card.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const STEPS = ['account', 'email', 'company'] as const;

const Row = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 8,
  fontSize: 13,
  lineHeight: '20px',
  color: theme.palette.text.secondary,
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    paddingTop: 8,
    borderTop: `3px solid ${theme.palette.tickRest}`,
  },
  '& li[data-done=true]': { borderColor: theme.palette.primary.main },
  '& li[aria-current]': { borderColor: theme.palette.primary.main, color: theme.palette.text.primary, fontWeight: 500 },
  '& svg': { color: theme.palette.primary.main },
}));

/** Where one is on the way from stranger to merchant. */
export function SignUpSteps({ current }: { current: (typeof STEPS)[number] }) {
  const at = STEPS.indexOf(current);
  return (
    <Row aria-label={t('signUp.steps')}>
      {STEPS.map((step, index) => (
        <li key={step} data-done={index < at} aria-current={index === at ? 'step' : undefined}>
          {index < at && <Icon name="check" size={16} />}
          {t(`signUp.step.${step}`)}
          {index < at && <VisuallyHidden>{t('signUp.step.done')}</VisuallyHidden>}
        </li>
      ))}
    </Row>
  );
}
