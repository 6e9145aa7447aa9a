import Button from '@mui/material/Button';
import { useState } from 'react';
import type { CustodyView } from '../../../contract/staff-custody.ts';
import { Card } from '../../components/card.tsx';
import { CardList } from '../../components/card-list.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { modeWord } from '../mode-switch.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { CUSTODY } from './custody-calls.ts';

type Stop = CustodyView['stops'][number];

/** Where money may leave and where not, with the handle to change it. */
export function MoneyStops({ stops }: { stops: readonly Stop[] }) {
  const send = useStaffSend();
  const may = useStaffMay('money_stop');
  const [chosen, setChosen] = useState<Stop | null>(null);
  const sorted = stops.toSorted((a, b) => Number(b.stopped) - Number(a.stopped) || order(a) - order(b));
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
          schema={async () => (await import('../../../contract/staff-custody.ts')).ChangeStopBody.properties.reason}
          send={(reason) =>
            send(
              (provider) =>
                provider.stopMoney({ mode: chosen.mode, network: chosen.network, stopped: !chosen.stopped, reason }),
              {
                into: CUSTODY,
                done: t(chosen.stopped ? 'stops.released' : 'stops.isStopped', { name: nameOf(chosen) }),
              },
            )
          }
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

/** Everything at once before single networks. */
function order({ network }: Stop): number {
  return network === '*' ? 0 : 1;
}

function nameOf({ mode, network }: Stop): string {
  const name = network === '*' ? t('stops.all') : network;
  return `${name}, ${modeWord(mode).toLowerCase()}`;
}
