import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ChangeHedgingBody, StaffTreasury } from '../../../contract/staff-treasury.ts';
import { Card } from '../../components/card.tsx';
import { CardList } from '../../components/card-list.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { modeWord } from '../mode-switch.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { TREASURY } from './treasury-calls.ts';

interface Scope {
  readonly mode: StaffTreasury['mode'];
  readonly asset: ChangeHedgingBody['asset'];
  /** Null where hedging goes on. */
  readonly stop: StaffTreasury['stops'][number] | null;
}

/** Where hedging goes on and where it is stopped, with the button to change it. */
export function HedgeStops({ treasury }: { treasury: StaffTreasury }) {
  const send = useStaffSend();
  const may = useStaffMay('treasury_operate');
  const [chosen, setChosen] = useState<Scope | null>(null);
  return (
    <Card title={t('hedging.title')}>
      <CardList
        label={t('hedging.title')}
        items={scopesOf(treasury).map((scope) => ({
          key: `${scope.mode}:${scope.asset}`,
          primary: nameOf(scope),
          value: may && (
            <Button
              size="small"
              color={scope.stop ? 'primary' : 'error'}
              aria-label={t(scope.stop ? 'hedging.releaseOf' : 'hedging.stopOf', { name: nameOf(scope) })}
              onClick={() => setChosen(scope)}
            >
              {t(scope.stop ? 'hedging.release' : 'hedging.stop')}
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
          schema={async () => (await import('../../../contract/staff-treasury.ts')).ChangeHedgingBody.properties.reason}
          send={(reason) => {
            const { mode, asset, stop } = chosen;
            return send((provider) => provider.changeHedging({ mode, asset, stopped: stop === null, reason }), {
              into: TREASURY,
              done: t(stop ? 'hedging.resumed' : 'hedging.isStopped', { name: nameOf(chosen) }),
            });
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
  return `${name}, ${modeWord(mode).toLowerCase()}`;
}
