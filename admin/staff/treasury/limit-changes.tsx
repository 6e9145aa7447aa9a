import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { Card } from '../../components/card.tsx';
import { CardList } from '../../components/card-list.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { StaffProvider } from '../data/staff-provider.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { requestWords } from '../people-request.ts';
import { limitDraft, toLimitsBody } from './limit-form.ts';
import { differencesOf } from './limit-words.ts';
import { TREASURY } from './treasury-calls.ts';

type Change = StaffTreasury['limit_changes'][number];

/** Limits that one person requested: another one of another role confirms exactly these. */
export function LimitChanges({ treasury }: { treasury: StaffTreasury }) {
  const [chosen, setChosen] = useState<Change | null>(null);
  if (treasury.limit_changes.length === 0) return null;
  return (
    <Card title={t('limits.requests')}>
      <CardList
        label={t('limits.requests')}
        items={treasury.limit_changes.map((change) => ({
          key: change.id,
          primary: nameOf(change),
          value: change.confirmable && (
            <Button
              size="small"
              aria-label={t('limits.confirmOf', { name: nameOf(change) })}
              onClick={() => setChosen(change)}
            >
              {t('limits.confirm')}
            </Button>
          ),
          status: (
            <ToneChip tone="warning" icon="clock">
              {t(change.confirmable ? 'limits.waitsForYou' : 'limits.waits')}
            </ToneChip>
          ),
          meta: [...wordsOf(change, treasury), t('limits.by', requestWords(change))].map((line) => (
            <div key={line}>{line}</div>
          )),
        }))}
      />
      {chosen && <ConfirmChange change={chosen} treasury={treasury} onClose={() => setChosen(null)} />}
    </Card>
  );
}

interface ConfirmChangeProps {
  change: Change;
  treasury: StaffTreasury;
  onClose: () => void;
}

function ConfirmChange({ change, treasury, onClose }: ConfirmChangeProps) {
  const send = useStaffSend();
  return (
    <ConfirmDialog
      title={t('limits.confirmOf', { name: nameOf(change) })}
      lines={[...wordsOf(change, treasury), t('limits.by', requestWords(change)), t('limits.confirm.text')]}
      submit={t('limits.confirm.submit')}
      danger={false}
      send={() =>
        send((provider) => confirm(provider, change, treasury), { into: TREASURY, done: t('limits.confirmed') })
      }
      onClose={onClose}
    />
  );
}

/** The server uses the limits of the request and ignores those beside its id, which only satisfy the contract. */
function confirm(provider: StaffProvider, { id: request_id, asset, reason }: Change, treasury: StaffTreasury) {
  const { mode, daily_loss, positions } = treasury;
  if (asset === '*') return provider.changeLossLimit({ mode, daily_loss, reason, request_id });
  const position = positions.find((each) => each.asset === asset);
  if (!position) throw new Error(`${asset} has no limits`);
  return provider.changeLimits({ ...toLimitsBody(limitDraft(position), { mode, asset }), reason, request_id });
}

function nameOf({ asset }: Change): string {
  return asset === '*' ? t('limits.loss') : asset;
}

function wordsOf(change: Change, treasury: StaffTreasury): readonly string[] {
  const differences = differencesOf(change, treasury);
  if (differences.length === 0) return [t('limits.same')];
  return differences.map(({ name, before, after }) =>
    t('limits.difference', { name: t(`limits.${name}`), before, after }),
  );
}
