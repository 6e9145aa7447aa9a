import { styled } from '@mui/material/styles';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Card, VisuallyHidden } from '../components/card.tsx';
import type { SpaUser } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: {
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    '& > li + li': { borderTop: 0, borderLeft: `1px solid ${theme.palette.divider}` },
  },
}));
const Step = styled(RouterLink)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  gap: '0 12px',
  alignContent: 'start',
  height: '100%',
  padding: '14px 16px 16px',
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '& b': { fontWeight: 500 },
  '& > span:last-of-type': { gridColumn: 2, color: theme.palette.text.secondary },
  '& > svg': { color: theme.palette.success.main },
  [theme.breakpoints.up('sm')]: { padding: '16px 20px 20px' },
}));
const Ring = styled('i')(({ theme }) => ({
  width: 16,
  height: 16,
  margin: 2,
  borderRadius: 8,
  border: `1.5px solid ${theme.palette.control}`,
}));

interface GoLiveStep {
  readonly key: 'pay' | 'token' | 'webhook' | 'verify';
  readonly to: string;
  readonly isDone: boolean;
}

/** The steps left before a new merchant accepts real money, each with a link. */
export function GoLiveCard({ user }: { user: SpaUser }) {
  const steps = useSteps(user);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card title={t('goLive.title')} aside={t('goLive.progress', { done, of: steps.length })} ruled>
      <Steps>
        {steps.map(({ key, to, isDone }) => (
          <li key={key}>
            <Step to={to}>
              {isDone ? <Icon name="checkCircle" /> : <Ring aria-hidden />}
              <b>
                {t(`goLive.${key}`)}
                {isDone && <VisuallyHidden> {t('goLive.done')}</VisuallyHidden>}
              </b>
              <span>{t(`goLive.${key}.text`)}</span>
            </Step>
          </li>
        ))}
      </Steps>
    </Card>
  );
}

function useSteps({ merchant }: SpaUser): readonly GoLiveStep[] {
  const mayTokens = useMay('merchant_apiToken_viewAny');
  const mayVerify = useMay('merchant_merchant_verification');
  const isPaid = useHas('invoices', true, PAID);
  const hasToken = useHas('api-tokens', mayTokens);
  const isTold = useHas('webhooks/deliveries', true, DELIVERED);
  return [
    { key: 'pay', to: '/integration?tab=test', isDone: isPaid },
    ...(mayTokens ? [{ key: 'token', to: '/integration/api', isDone: hasToken } as const] : []),
    { key: 'webhook', to: '/integration?tab=webhooks', isDone: isTold },
    ...(mayVerify
      ? [{ key: 'verify', to: '/account?tab=verify', isDone: merchant.can_production_activate } as const]
      : []),
  ];
}

const PAID = { status: 'done' };
const DELIVERED = { status: 'delivered' };

/** Whether there is one at all. */
function useHas(resource: string, enabled: boolean, filter: object = {}): boolean {
  const { total = 0 } = useGetList(
    resource,
    { pagination: { page: 1, perPage: 1 }, sort: { field: '', order: 'DESC' }, filter },
    { enabled },
  );
  return total > 0;
}
