import { styled } from '@mui/material/styles';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
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
  gridTemplateColumns: '20px minmax(0, 1fr) 20px',
  gap: '0 12px',
  alignContent: 'start',
  height: '100%',
  padding: '14px 16px 16px',
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '& b': { fontWeight: 500 },
  '& > span': { gridColumn: 2, color: theme.palette.text.secondary },
  '& > svg': { color: theme.palette.text.secondary },
  '& > svg:first-of-type:not(:last-of-type)': { color: theme.palette.success.main },
  [theme.breakpoints.up('sm')]: { padding: '16px 20px 20px' },
}));
const StepNumber = styled('i')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  borderRadius: 10,
  backgroundColor: theme.palette.soft.neutral,
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  fontStyle: 'normal',
  fontWeight: 600,
  'a:has([data-begin]) &': { backgroundColor: theme.palette.soft.primary, color: theme.palette.primary.main },
}));
/** Looks like the button that the whole step is. */
const Begin = styled('em')(({ theme }) => ({
  gridColumn: 2,
  justifySelf: 'start',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 36,
  marginTop: 10,
  padding: '0 14px',
  borderRadius: 6,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  fontStyle: 'normal',
  fontWeight: 500,
}));

interface GoLiveStep {
  readonly key: 'pay' | 'token' | 'webhook' | 'verify';
  readonly to: string;
  readonly isDone: boolean;
}

/** The steps left before a new merchant accepts real money, each with a link. */
export function GoLiveCard({ user }: { user: SpaUser }) {
  const { steps, isKnown } = useSteps(user);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card title={t('goLive.title')} aside={t('goLive.progress', { done, of: steps.length })} ruled>
      {/* It keeps its place until it is known which step is next, so that nothing moves. */}
      <Steps style={isKnown ? undefined : { visibility: 'hidden' }}>
        {steps.map(({ key, to, isDone }, index) => (
          <li key={key}>
            <Step to={to}>
              {isDone ? <Icon name="checkCircle" /> : <StepNumber aria-hidden>{index + 1}</StepNumber>}
              <b>
                {t(`goLive.${key}`)}
                {isDone && <VisuallyHidden> {t('goLive.done')}</VisuallyHidden>}
              </b>
              <Icon name="chevronRight" />
              <span>{t(`goLive.${key}.text`)}</span>
              {key === next?.key && <Begin data-begin>{t(`goLive.${key}.begin`)}</Begin>}
            </Step>
          </li>
        ))}
      </Steps>
    </Card>
  );
}

function useSteps({ merchant }: SpaUser): { readonly steps: readonly GoLiveStep[]; readonly isKnown: boolean } {
  const mayTokens = useMay('merchant_apiToken_viewAny');
  const mayVerify = useMay('merchant_merchant_verification');
  const payments = useHas('invoices', true, PAID);
  const tokens = useHas('api-tokens', mayTokens);
  const webhooks = useHas('webhooks/deliveries', true, DELIVERED);
  const steps: readonly GoLiveStep[] = [
    { key: 'pay', to: '/integration?tab=test', isDone: payments.hasAny },
    ...(mayTokens ? [{ key: 'token', to: '/integration/api', isDone: tokens.hasAny } as const] : []),
    { key: 'webhook', to: '/integration?tab=webhooks', isDone: webhooks.hasAny },
    ...(mayVerify
      ? [{ key: 'verify', to: '/account?tab=verify', isDone: merchant.can_production_activate } as const]
      : []),
  ];
  return { steps, isKnown: [payments, tokens, webhooks].every(({ isKnown }) => isKnown) };
}

/** Paid once is enough, whatever became of the money: a refund is part of trying it. */
const PAID = { status: ['done', 'refund_requested', 'partially_refunded', 'refunded'] satisfies InvoiceStatus[] };
const DELIVERED = { status: 'delivered' };

/** Whether there is one at all. */
function useHas(resource: string, enabled: boolean, filter: object = {}) {
  const { total = 0, isPending } = useGetList(
    resource,
    { pagination: { page: 1, perPage: 1 }, sort: { field: '', order: 'DESC' }, filter },
    { enabled },
  );
  return { hasAny: total > 0, isKnown: !enabled || !isPending };
}
