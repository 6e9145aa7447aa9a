import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustodyView } from '../../api/contract/staff-custody.ts';
import { Card } from '../components/card.tsx';
import { CardList } from '../components/card-list.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { toastSuccess } from '../data/toasts.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { staffData } from './staff-call.ts';
import { useStaffMay } from './staff-session.ts';

type Stop = CustodyView['stops'][number];

/** Where money may leave and where not, with the handle to change it. */
export function MoneyStops({ stops }: { stops: readonly Stop[] }) {
  const client = useQueryClient();
  const may = useStaffMay('money_stop');
  const [chosen, setChosen] = useState<Stop | null>(null);
  const sorted = [...stops].sort((a, b) => Number(b.stopped) - Number(a.stopped) || order(a) - order(b));
  return (
    <Card title={t('stops.title')}>
      <CardList
        label={t('stops.title')}
        items={sorted.map((stop) => ({
          key: `${stop.mode}:${stop.network}`,
          primary: nameOf(stop),
          value: may && (
            <Button
              size="small"
              color={stop.stopped ? 'primary' : 'error'}
              aria-label={t(stop.stopped ? 'stops.releaseOf' : 'stops.stopOf', { name: nameOf(stop) })}
              onClick={() => setChosen(stop)}
            >
              {t(stop.stopped ? 'stops.release' : 'stops.stop')}
            </Button>
          ),
          status: stop.stopped ? (
            <ToneChip tone="error" icon="lock">
              {t('stops.stopped')}
            </ToneChip>
          ) : (
            <ToneChip tone="success" icon="check">
              {t('stops.open')}
            </ToneChip>
          ),
          meta:
            stop.reason === null
              ? null
              : [stop.reason, stop.changed_by, formatMoment(stop.changed_at)].filter(Boolean).join(' · '),
        }))}
      />
      {chosen && (
        <ReasonDialog
          title={t(chosen.stopped ? 'stops.releaseOf' : 'stops.stopOf', { name: nameOf(chosen) })}
          text={t(chosen.stopped ? 'stops.release.text' : 'stops.stop.text')}
          submit={t(chosen.stopped ? 'stops.release' : 'stops.stop')}
          danger={!chosen.stopped}
          send={async (reason) => {
            const body = { mode: chosen.mode, network: chosen.network, stopped: !chosen.stopped, reason };
            const view = await staffData<CustodyView>('/staff/custody/stop', { method: 'POST', body });
            client.setQueryData(['staff', 'custody'], view);
            toastSuccess(t(chosen.stopped ? 'stops.released' : 'stops.isStopped', { name: nameOf(chosen) }));
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

/** Production first, everything at once before single networks. */
function order({ mode, network }: Stop): number {
  return (mode === 'production' ? 0 : 2) + (network === '*' ? 0 : 1);
}

function nameOf({ mode, network }: Stop): string {
  const name = network === '*' ? t('stops.all') : network;
  return `${name}, ${t(mode === 'sandbox' ? 'shell.sandbox' : 'shell.production').toLowerCase()}`;
}
