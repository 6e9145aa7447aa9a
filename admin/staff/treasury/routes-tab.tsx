import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { gateName } from '../../components/asset-label.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { RowsCard } from '../rows-card.tsx';
import { Levels } from './levels.tsx';
import { wayText } from './place-words.ts';
import { RouteDialog } from './route-dialog.tsx';
import { TREASURY } from './treasury-calls.ts';

type Route = StaffTreasury['routes'][number];
type Act = 'confirm' | 'end';

/** The routes that own money may take, each confirmed by two people, and how much should be where. */
export function RoutesTab({ treasury }: { treasury: StaffTreasury }) {
  const may = useStaffMay('treasury_operate');
  const [requests, setRequests] = useState(false);
  const [chosen, setChosen] = useState<{ route: Route; act: Act } | null>(null);
  const acts = (route: Route) => may && <Acts route={route} choose={(act) => setChosen({ route, act })} />;
  return (
    <>
      <RowsCard
        caption={t('routes.title')}
        none={t('routes.none')}
        aside={
          may && (
            <Button size="small" onClick={() => setRequests(true)}>
              {t('routes.request')}
            </Button>
          )
        }
        columns={[...COLUMNS, column('acts', 'transfers.acts', acts, { labelHidden: true, align: 'right' })]}
        rows={treasury.routes}
        rowKey={({ id }) => id}
        card={(route) => ({
          key: route.id,
          primary: routeName(route),
          value: acts(route),
          status: <RouteChip route={route} />,
          meta: [...destinationOf(route), route.reason].join(' · '),
        })}
      />
      <Levels treasury={treasury} />
      {requests && <RouteDialog mode={treasury.mode} onClose={() => setRequests(false)} />}
      {chosen && <DecideDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function Acts({ route, choose }: { route: Route; choose: (act: Act) => void }) {
  return (
    <>
      {route.confirmable && (
        <Button size="small" aria-label={t('routes.confirmOf', nameOf(route))} onClick={() => choose('confirm')}>
          {t('limits.confirm')}
        </Button>
      )}
      <Button size="small" color="error" aria-label={t('routes.endOf', nameOf(route))} onClick={() => choose('end')}>
        {t('routes.end')}
      </Button>
    </>
  );
}

const COLUMNS: readonly TableColumn<Route>[] = [
  column('route', 'transfers.route', routeName),
  column('status', 'treasury.status', (route) => <RouteChip route={route} />),
  column('destination', 'routes.destination', (route) => <Wrapped>{destinationOf(route).join(' · ') || '–'}</Wrapped>),
];

function RouteChip({ route: { status, confirmable, address, from } }: { route: Route }) {
  if (status === 'confirmed') {
    return (
      <ToneChip tone="success" icon="checkCircle">
        {t('routes.confirmed')}
      </ToneChip>
    );
  }
  const waitsForExchange = address === null && !from.startsWith('exchange:') && from !== 'bank:main';
  const waits = waitsForExchange ? 'routes.waitsForAddress' : 'limits.waits';
  return (
    <ToneChip tone="warning" icon="clock">
      {t(confirmable ? 'limits.waitsForYou' : waits)}
    </ToneChip>
  );
}

interface DecideDialogProps {
  route: Route;
  act: Act;
  onClose: () => void;
}

function DecideDialog({ route, act, onClose }: DecideDialogProps) {
  const send = useStaffSend();
  const { id } = route;
  const confirms = act === 'confirm';
  return (
    <ReasonDialog
      title={t(confirms ? 'routes.confirmOf' : 'routes.endOf', nameOf(route))}
      text={t(confirms ? 'routes.confirm.text' : 'routes.end.text')}
      submit={t(confirms ? 'routes.confirm' : 'routes.end.submit')}
      danger={!confirms}
      send={(reason) =>
        send((provider) => (confirms ? provider.confirmRoute({ id, reason }) : provider.endRoute({ id, reason })), {
          into: TREASURY,
          done: t(confirms ? 'routes.isConfirmed' : 'routes.ended'),
        })
      }
      onClose={onClose}
    >
      {destinationOf(route).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ReasonDialog>
  );
}

function routeName(route: Route): string {
  return `${wayText(route)}, ${gateName(route.gate_id)}`;
}

function nameOf(route: Route) {
  return { name: routeName(route) };
}

/** Where the money arrives, as far as it is known: the second person compares exactly this. */
function destinationOf({ address, destination_tag: tag, venue_key: key, payee }: Route): readonly string[] {
  const lines = [
    address === null ? null : t('routes.address', { address }),
    tag === null ? null : t('routes.tag', { tag }),
    key === null ? null : t('routes.venueKey', { key }),
    payee && t('routes.payee', { ...payee }),
  ];
  return lines.filter((line) => line !== null);
}
