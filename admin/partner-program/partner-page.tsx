import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { isPartnerRole } from '../../domain/accounts/partner-roles.ts';
import { CoinsArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loaded.tsx';
import { FormPage } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ApiError } from '../data/api-error.ts';
import { session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { Agreement } from './agreement.tsx';
import { ROOMS, Rooms } from './partner-rooms.tsx';

/**
 * `/partner-program`: what an account has earned by bringing merchants and, by the emailed link, the agreement. The
 * link's token is in the fragment (`#`), so that it reaches neither logs nor other sites.
 */
export default function PartnerPage() {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token');
  return (
    <FormPage>
      <PageHead title={t('partner.title')} />
      {token ? <Agreement key={token} token={token} /> : <Own />}
    </FormPage>
  );
}

/** Of an account without a shop there is nothing else to apply for. */
function Own() {
  const user = useStore(session);
  const isWaiting = user !== null && isPartnerRole(user.role);
  const provider = useProvider();
  const rooms = useQuery({ queryKey: ROOMS, queryFn: () => provider.partnerRooms(), retry: false });
  if (rooms.error instanceof ApiError && rooms.error.status === 404) {
    return (
      <Card title={t('partner.title')} titleHidden>
        <EmptyState
          art={<CoinsArt />}
          title={t(isWaiting ? 'partner.waits' : 'partner.none')}
          text={t(isWaiting ? 'partner.waits.text' : 'partner.none.text')}
          actions={
            !isWaiting && (
              <>
                <Button href="/contact-us/partner" variant="contained">
                  {t('partner.apply')}
                </Button>
                <Button href="/partner" variant="outlined">
                  {t('partner.apply.ambassador')}
                </Button>
              </>
            )
          }
        />
      </Card>
    );
  }
  if (rooms.data) return <Rooms rooms={rooms.data} />;
  return (
    <Card title={t('partner.title')} titleHidden>
      <Loaded of={rooms} loading={t('partner.loading')} failed={t('partner.failed')}>
        {() => null}
      </Loaded>
    </Card>
  );
}
