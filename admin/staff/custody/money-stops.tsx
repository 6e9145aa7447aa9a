import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { CustodyView } from '../../../contract/staff-custody.ts';
import { coinOf, NETWORKS } from '../../../domain/assets/assets.ts';
import { Card } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Rows } from '../../components/rows.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { modeWord } from '../mode-switch.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { CUSTODY } from './custody-calls.ts';

type Stop = CustodyView['stops'][number];

/** Apart from the networks: nobody presses it for one of them. */
const Everything = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  margin: '0 20px 16px',
  padding: 12,
  border: `1px solid ${theme.palette.error.main}`,
  borderRadius: 8,
  '&[data-stopped=true]': { backgroundColor: theme.palette.soft.error },
  '& > span:last-of-type': { flex: '1 1 240px', color: theme.palette.text.secondary },
}));

/** Where money may leave and where not, with the handle to change it: everything at once, and each network. */
export function MoneyStops({ stops }: { stops: readonly Stop[] }) {
  const send = useStaffSend();
  const may = useStaffMay('money_stop');
  const [chosen, setChosen] = useState<Stop | null>(null);
  const everything = stops.find(isEverything);
  const networks = stops
    .filter((stop) => !isEverything(stop))
    .toSorted((a, b) => Number(b.stopped) - Number(a.stopped) || placeOf(a) - placeOf(b));
  const handle = (stop: Stop) =>
    may && (
      <Button
        size="small"
        color={stop.stopped ? 'primary' : 'error'}
        variant={isEverything(stop) && !stop.stopped ? 'contained' : 'outlined'}
        aria-label={handleName(stop)}
        onClick={() => setChosen(stop)}
      >
        {t(isEverything(stop) ? (stop.stopped ? 'stops.releaseAll' : 'stops.stopAll') : wordOf(stop))}
      </Button>
    );
  return (
    <Card title={t('stops.title')}>
      {everything && (
        <Everything data-stopped={everything.stopped}>
          <StopChip stop={everything} />
          <span>{whyOf(everything) ?? t('stops.all.text')}</span>
          {handle(everything)}
        </Everything>
      )}
      <Rows
        caption={t('stops.title')}
        columns={[...COLUMNS, column('act', 'stops.act', handle, { labelHidden: true, align: 'right' })]}
        rows={networks}
        rowKey={({ network }) => network}
        card={(stop) => ({
          key: stop.network,
          primary: networkOf(stop),
          value: handle(stop),
          status: <StopChip stop={stop} />,
          meta: whyOf(stop),
        })}
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

const COLUMNS: readonly TableColumn<Stop>[] = [
  column('network', 'stops.network', networkOf),
  column('status', 'stops.status', (stop) => <StopChip stop={stop} />),
  column('why', 'stops.why', (stop) => whyOf(stop) ?? '–', { quiet: true }),
];

/** Networks in the order of every other page; bank transfers come last. */
function placeOf({ network }: Stop): number {
  const networks: readonly string[] = NETWORKS;
  const place = networks.indexOf(network);
  return place === -1 ? networks.length : place;
}

function StopChip({ stop }: { stop: Stop }) {
  return stop.stopped ? (
    <ToneChip tone="error" icon="lock">
      {t('stops.stopped')}
    </ToneChip>
  ) : (
    <ToneChip tone="success" icon="check">
      {t('stops.open')}
    </ToneChip>
  );
}

/** With the mode, which the words on the button leave out. */
function handleName(stop: Stop): string {
  if (!isEverything(stop)) return t(stop.stopped ? 'stops.releaseOf' : 'stops.stopOf', { name: nameOf(stop) });
  return `${t(stop.stopped ? 'stops.releaseAll' : 'stops.stopAll')}, ${modeWord(stop.mode).toLowerCase()}`;
}

const isEverything = ({ network }: Stop) => network === '*';

const wordOf = ({ stopped }: Stop) => (stopped ? 'stops.release' : 'stops.stop');

function whyOf({ reason, changed_by, changed_at }: Stop): string | null {
  return reason === null ? null : [reason, changed_by, formatMoment(changed_at)].filter(Boolean).join(' · ');
}

function networkOf({ network }: Stop): string {
  if (network === '*') return t('stops.all');
  return network === 'SEPA' ? t('stops.sepa') : coinOf(network).networkTitle;
}

function nameOf(stop: Stop): string {
  const name = isEverything(stop) ? t('stops.all') : networkOf(stop);
  return `${name}, ${modeWord(stop.mode).toLowerCase()}`;
}
