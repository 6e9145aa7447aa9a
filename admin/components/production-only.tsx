import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { useSwitchMode } from '../shell/use-switch-mode.ts';
import { CoinsArt } from './art.tsx';
import { Card } from './card.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';

export type ProductionOnlyProps = Pick<EmptyStateProps, 'title' | 'text' | 'steps'>;

/** In place of what only production has (spec §4): why, and the way there, which begins with verification. */
export function ProductionOnly(props: ProductionOnlyProps) {
  const user = useStore(session);
  return (
    <Card title={props.title} titleHidden>
      <EmptyState {...props} art={<CoinsArt />} actions={user && <WayToProduction user={user} />} />
    </Card>
  );
}

function WayToProduction({ user }: { user: NonNullable<ReturnType<typeof session.get>> }) {
  const switchMode = useSwitchMode(user);
  return user.merchant.can_production_activate ? (
    <Button variant="contained" onClick={() => switchMode('production')}>
      {t('productionOnly.switch')}
    </Button>
  ) : (
    <Button variant="contained" component={RouterLink} to="/account?tab=verify">
      {t('productionOnly.verify')}
    </Button>
  );
}
