import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { SpaUser } from '../../contract/session.ts';
import type { Verification } from '../../contract/verification.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';
import { useVerification } from '../verification/use-verification.ts';

const Body = styled(CardBody)({ display: 'grid', gap: 8, justifyItems: 'start' });
const Steps = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 4,
  width: '100%',
  '& i': { flex: 1, height: 4, borderRadius: 2, backgroundColor: theme.palette.tickRest },
  '& i[data-done=true]': { backgroundColor: theme.palette.primary.main },
}));

/**
 * Progress towards production: everyone sees whether it is open, users who may see the verification also its status.
 */
export function VerificationSummary({ user }: { user: SpaUser }) {
  const isOpen = user.merchant.can_production_activate;
  const state = isOpen ? 'verified' : 'notVerified';
  return (
    <Card
      title={t('profile.verification')}
      aside={
        <ToneChip tone={isOpen ? 'success' : 'warning'} icon={isOpen ? 'shield' : 'hourglass'}>
          {t(`profile.${state}`)}
        </ToneChip>
      }
    >
      <Body>
        {user.permissions.includes('merchant_merchant_verification') ? (
          <Standing isOpen={isOpen} />
        ) : (
          <Quiet text={t(`profile.${state}.text`)} />
        )}
      </Body>
    </Card>
  );
}

function Standing({ isOpen }: { isOpen: boolean }) {
  const { data } = useVerification();
  return (
    <>
      {data && !isOpen ? (
        <WhereItStands verification={data} />
      ) : (
        <Quiet text={t(isOpen ? 'profile.verified.text' : 'profile.notVerified.text')} />
      )}
      <Button component={Link} to="/account?tab=verify" variant={isOpen ? 'outlined' : 'contained'}>
        {t(isOpen ? 'profile.seeVerification' : 'profile.toVerification')}
      </Button>
    </>
  );
}

function WhereItStands({ verification: { status, steps, actor } }: { verification: Verification }) {
  const done = steps.filter((step) => step.status === 'done' || step.status === 'skipped').length;
  const said = t('profile.steps', { done, smart_count: steps.length });
  return (
    <>
      <Typography variant="h3">{t(`verify.${status ?? 'none'}.title`)}</Typography>
      <Steps role="img" aria-label={said}>
        {steps.map(({ step }, index) => (
          <i key={step} data-done={index < done} />
        ))}
      </Steps>
      <Quiet text={`${said}. ${t('verify.who')}: ${t(`verify.who.${actor}`)}.`} />
    </>
  );
}

function Quiet({ text }: { text: string }) {
  return <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>;
}
