import { styled, type Theme } from '@mui/material/styles';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { NavLink } from 'react-router';
import { Count } from '../components/count.tsx';
import { May } from '../components/may.tsx';
import type { SpaUser } from '../data/session.ts';
import {
  useDecisionCount,
  useMassPayoutsWaiting,
  usePayoutsToApprove,
  useRefundsToApprove,
} from '../data/use-waiting.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { navigationFor } from './app-paths.ts';

const List = styled('ul')({ display: 'flex', flexDirection: 'column', gap: 2 });
const itemStyle = ({ theme }: { theme: Theme }) => ({
  position: 'relative' as const,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 36,
  padding: '0 10px',
  borderRadius: 6,
  color: theme.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  transition: 'background-color 140ms ease-out, color 140ms ease-out',
  '&:hover': { backgroundColor: theme.palette.soft.neutral, color: theme.palette.text.primary },
  '&[aria-current=page]': { backgroundColor: theme.palette.soft.primary, color: theme.palette.primary.main },
  '& [data-count]': { marginLeft: 'auto' },
  '[data-rail] &': {
    [theme.breakpoints.between('sm', 'lg')]: {
      justifyContent: 'center',
      minHeight: 40,
      '& [data-label]': {
        position: 'absolute',
        width: 1,
        height: 1,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      },
      '& [data-count]': {
        position: 'absolute',
        top: 0,
        // Beside the icon, not over it.
        right: -10,
        minWidth: 16,
        padding: '0 4px',
        lineHeight: '16px',
        backgroundColor: theme.palette.edge,
        color: theme.palette.text.primary,
      },
    },
  },
});
const Item = styled(NavLink)(itemStyle);
const Outside = styled('a')(itemStyle);
const Rule = styled('li')(({ theme }) => ({ margin: 10, borderTop: `1px solid ${theme.palette.divider}` }));

const FeesDialog = lazy(() => import('../fees/fees-dialog.tsx'));

/** The rooms in the spec's order; History and Payouts say how much waits for a decision. */
export function NavigationList({ user, tall = false }: { user: SpaUser; tall?: boolean }) {
  const waiting: Partial<Record<string, number>> = {
    '/history': useDecisionCount() + useRefundsToApprove(),
    '/payouts': usePayoutsToApprove() + useMassPayoutsWaiting(),
  };
  return (
    <List>
      {navigationFor(user).map(({ path, label, icon }) => (
        <li key={path}>
          <Item to={path} title={t(label)} sx={tall ? { minHeight: 44 } : undefined}>
            <Icon name={icon} />
            <span data-label>{t(label)}</span>
            <Waiting count={waiting[path] ?? 0} />
          </Item>
        </li>
      ))}
      <Rule aria-hidden />
      <May permission="merchant_profile_view">
        <FeesEntry tall={tall} />
      </May>
      <li>
        <Outside href="/docs/api" title={t('nav.documentation')} style={tall ? { minHeight: 44 } : undefined}>
          <Icon name="book" />
          <span data-label>{t('nav.documentation')}</span>
        </Outside>
      </li>
    </List>
  );
}

function Waiting({ count }: { count: number }) {
  return count > 0 && <Count value={count}>{t('nav.needDecision', { smart_count: count })}</Count>;
}

/** Beside a sidebar the fees open over the page; on a small screen they are a page of their own (spec §2). */
function FeesEntry({ tall }: { tall: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent) => {
    if (tall || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <li>
      <Item to="/fees" title={t('fees.title')} onClick={open} sx={tall ? { minHeight: 44 } : undefined}>
        <Icon name="fees" />
        <span data-label>{t('fees.title')}</span>
      </Item>
      {isOpen && (
        <Suspense fallback={null}>
          <FeesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}
