import Button from '@mui/material/Button';
import MuiCard from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Verification } from '../../contract/verification.ts';
import { useAct } from '../components/use-act.ts';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';
import { useSwitchMode } from '../shell/use-switch-mode.ts';
import { StatementDialog } from './statement-dialog.tsx';
import { useTaken } from './use-verification.ts';
import type { VerificationStep } from './verification-calls.ts';

type Status = NonNullable<Verification['status']> | 'none';

const APPEARANCE: Readonly<Record<Status, readonly [IconName, Tone]>> = {
  integrating: ['flask', 'primary'],
  business: ['file', 'primary'],
  personal: ['users', 'primary'],
  checking: ['hourglass', 'primary'],
  review: ['hourglass', 'primary'],
  more_requested: ['alertCircle', 'warning'],
  approved: ['checkCircle', 'success'],
  production: ['checkCircle', 'success'],
  renewal: ['alertCircle', 'warning'],
  rechecking: ['checkCircle', 'success'],
  suspended: ['lock', 'error'],
  declined: ['crossCircle', 'error'],
  expired: ['clock', 'warning'],
  none: ['shield', 'neutral'],
};

const Head = styled('div')<{ 'data-tone': Tone }>(({ theme, 'data-tone': tone }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  gap: 12,
  padding: 16,
  backgroundColor: theme.palette.soft[tone],
  '& > svg': { color: tone === 'neutral' ? theme.palette.text.secondary : theme.palette[tone].main, marginTop: 2 },
  '& p': { maxWidth: '76ch', overflowWrap: 'anywhere' },
  [theme.breakpoints.up('sm')]: { padding: '16px 20px' },
}));
const Quote = styled('blockquote')(({ theme }) => ({
  margin: '8px 0 0',
  paddingLeft: 12,
  borderLeft: `2px solid ${theme.palette.edge}`,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}));
const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 16px',
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
  [theme.breakpoints.down('sm')]: { '& > *': { flex: '1 1 auto' } },
}));

/** The status of the verification in a sentence, with the possible actions. Screen readers announce changes. */
export function StandingCard({ verification }: { verification: Verification }) {
  const id = useId();
  const status: Status = verification.status ?? (verification.production_open ? 'production' : 'none');
  const [icon, tone] = APPEARANCE[status];
  const actions = useActions(status);
  const [telling, setTelling] = useState<'appeal' | 'change' | null>(null);
  const { restrictions, may_appeal, may_report_change, statements } = verification;
  const appeal = statements.findLast(({ kind }) => kind === 'appeal');
  return (
    <MuiCard component="section" aria-labelledby={id}>
      <Head data-tone={tone} role="status">
        <Icon name={icon} />
        <div>
          <Typography variant="h2" id={id}>
            {t(`verify.${status}.title`)}
          </Typography>
          <p>{t(textOf(status, restrictions.invoices))}</p>
          {verification.words && (
            <Quote aria-label={t('verify.words')}>
              <p>{verification.words}</p>
            </Quote>
          )}
        </div>
      </Head>
      {(restrictions.money_out || restrictions.invoices) && (
        <Head data-tone="warning">
          <Icon name="slash" />
          <div>
            <Typography variant="h3">{t('verify.restricted.title')}</Typography>
            {restrictions.money_out && <p>{t('verify.restricted.money_out')}</p>}
            {restrictions.invoices && <p>{t('verify.restricted.invoices')}</p>}
            {restrictions.words && (
              <Quote aria-label={t('verify.words')}>
                <p>{restrictions.words}</p>
              </Quote>
            )}
          </div>
        </Head>
      )}
      {status === 'declined' && appeal && !may_appeal && (
        <Actions>
          <p>{t('verify.appeal.sent', { date: formatMoment(appeal.at) })}</p>
        </Actions>
      )}
      {(actions || may_appeal || may_report_change) && (
        <Actions>
          {actions}
          {may_appeal && (
            <Button variant="contained" onClick={() => setTelling('appeal')}>
              {t('verify.appeal')}
            </Button>
          )}
          {may_report_change && <Button onClick={() => setTelling('change')}>{t('verify.change')}</Button>}
        </Actions>
      )}
      {telling && <StatementDialog about={telling} onClose={() => setTelling(null)} />}
    </MuiCard>
  );
}

/** Nobody who may not make invoices reads that payments can be accepted. */
function textOf(status: Status, noInvoices: boolean) {
  if (!noInvoices) return `verify.${status}.text` as const;
  switch (status) {
    case 'production':
    case 'renewal':
    case 'rechecking':
      return `verify.${status}.text.no_invoices` as const;
    default:
      return `verify.${status}.text` as const;
  }
}

function useActions(status: Status): ReactNode {
  const step = useAct((provider, name: VerificationStep) => provider.takeStep(name), { onDone: useTaken() });
  const user = useStore(session);
  if (status === 'integrating') {
    return (
      <>
        <Button variant="contained" component={Link} to="/history/create-invoice">
          {t('verify.integrating.create')}
        </Button>
        <Button disabled={step.isPending} onClick={() => step.mutate('skip-test')}>
          {t('verify.integrating.skip')}
        </Button>
      </>
    );
  }
  if (status === 'expired') {
    return (
      <Button variant="contained" disabled={step.isPending} onClick={() => step.mutate('reopen')}>
        {t('verify.expired.reopen')}
      </Button>
    );
  }
  const isOpen = status === 'production' || status === 'rechecking' || status === 'renewal';
  return isOpen && user?.active_profile_type === 'sandbox' ? <ToProduction user={user} /> : null;
}

function ToProduction({ user }: { user: NonNullable<ReturnType<typeof session.get>> }) {
  const switchMode = useSwitchMode(user);
  return (
    <Button variant="contained" onClick={() => switchMode('production')}>
      {t('verify.production.go')}
    </Button>
  );
}
