import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffTreasury } from '../../api/contract/staff-treasury.ts';
import { Card } from '../components/card.tsx';
import { CardList } from '../components/card-list.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { staffData } from './staff-call.ts';
import { useStaffMay } from './staff-session.ts';

interface Scope {
  readonly mode: StaffTreasury['mode'];
  readonly asset: string;
  /** Null where hedging goes on. */
  readonly stop: StaffTreasury['stops'][number] | null;
}

/** Where hedging goes on and where it is stopped, with the button to change it. */
export function HedgeStops({ modes }: { modes: readonly StaffTreasury[] }) {
  const client = useQueryClient();
  const may = useStaffMay('treasury_operate');
  const [chosen, setChosen] = useState<Scope | null>(null);
  return (
    <Card title={t('hedging.title')}>
      <CardList
        label={t('hedging.title')}
        items={modes.flatMap(scopesOf).map((scope) => ({
          key: `${scope.mode}:${scope.asset}`,
          primary: nameOf(scope),
          value: may && (
            <Button size="small" color={scope.stop ? 'primary' : 'error'} onClick={() => setChosen(scope)}>
              {t(scope.stop ? 'hedging.releaseOf' : 'hedging.stopOf', { name: nameOf(scope) })}
            </Button>
          ),
          status: (
            <ToneChip tone={scope.stop ? 'error' : 'success'} icon={scope.stop ? 'lock' : 'check'}>
              {t(scope.stop ? 'hedging.stopped' : 'hedging.on')}
            </ToneChip>
          ),
          meta: scope.stop && [scope.stop.reason, scope.stop.stopped_by, formatMoment(scope.stop.since)].join(' · '),
        }))}
      />
      {chosen && (
        <ReasonDialog
          title={t(chosen.stop ? 'hedging.releaseOf' : 'hedging.stopOf', { name: nameOf(chosen) })}
          text={t(chosen.stop ? 'hedging.release.text' : 'hedging.stop.text')}
          submit={t(chosen.stop ? 'hedging.release' : 'hedging.stop')}
          danger={chosen.stop === null}
          send={async (reason) => {
            const body = { mode: chosen.mode, asset: chosen.asset, stopped: chosen.stop === null, reason };
            const view = await staffData<StaffTreasury[]>('/staff/treasury/hedging', { method: 'POST', body });
            client.setQueryData(['staff', 'treasury'], view);
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

/** Everything of the mode, and each asset that is stopped alone. */
function scopesOf({ mode, stops }: StaffTreasury): Scope[] {
  const all = stops.find(({ asset }) => asset === '*') ?? null;
  const single = stops.filter(({ asset }) => asset !== '*').map((stop) => ({ mode, asset: stop.asset, stop }));
  return [{ mode, asset: '*', stop: all }, ...single];
}

function nameOf({ mode, asset }: Scope): string {
  const name = asset === '*' ? t('hedging.all') : asset;
  return `${name}, ${t(mode === 'sandbox' ? 'shell.sandbox' : 'shell.production').toLowerCase()}`;
}
