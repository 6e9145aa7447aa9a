import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Static } from 'typebox';
import type { SetLevelBody } from '../../../contract/staff-transfers.ts';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { CRYPTO_GATES } from '../../../domain/assets/assets.ts';
import { PLACES, type Place } from '../../../domain/transfers/places.ts';
import { AssetLabel, gateName } from '../../components/asset-label.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { SelectInput } from '../../forms/select-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { ReasonInput } from '../reason-dialog.tsx';
import { reasonProblem } from '../reason-problem.ts';
import { RowsCard } from '../rows-card.tsx';
import { gateAmount, placeName } from './place-words.ts';
import { TREASURY } from './treasury-calls.ts';

type Level = StaffTreasury['levels'][number];
type Draft = Static<typeof SetLevelBody>;

/** How much of each asset should be where: below the floor, a transfer up to the target is proposed. */
export function Levels({ treasury }: { treasury: StaffTreasury }) {
  const may = useStaffMay('treasury_operate');
  const [changing, setChanging] = useState<Partial<Level> | null>(null);
  const keyOf = ({ place, gate_id }: Level) => `${place}:${gate_id}`;
  const change = (level: Level) =>
    may && (
      <Button
        size="small"
        aria-label={t('levels.changeOf', { place: placeName(level.place as Place), asset: gateName(level.gate_id) })}
        onClick={() => setChanging(level)}
      >
        {t('levels.change')}
      </Button>
    );
  return (
    <>
      <RowsCard
        caption={t('levels.title')}
        none={t('levels.none')}
        aside={
          may && (
            <Button size="small" onClick={() => setChanging({})}>
              {t('levels.set')}
            </Button>
          )
        }
        columns={[...COLUMNS, column('change', 'levels.change', change, { labelHidden: true, align: 'right' })]}
        rows={treasury.levels}
        rowKey={keyOf}
        card={(level) => ({
          key: keyOf(level),
          primary: `${placeName(level.place as Place)}, ${gateName(level.gate_id)}`,
          value: change(level),
          meta: t('levels.line', { floor: amountOf(level, 'floor'), target: amountOf(level, 'target') }),
        })}
      />
      {changing && <LevelDialog mode={treasury.mode} level={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

const COLUMNS: readonly TableColumn<Level>[] = [
  column('place', 'levels.place', ({ place }) => placeName(place as Place)),
  column('asset', 'treasury.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
  column('floor', 'levels.floor', (level) => amountOf(level, 'floor'), { align: 'right' }),
  column('target', 'levels.target', (level) => amountOf(level, 'target'), { align: 'right' }),
];

function amountOf(level: Level, which: 'floor' | 'target'): string {
  return gateAmount(level[which], level.gate_id);
}

interface LevelDialogProps {
  mode: StaffTreasury['mode'];
  /** The level as it is; empty for a new one. */
  level: Partial<Level>;
  onClose: () => void;
}

function LevelDialog({ mode, level, onClose }: LevelDialogProps) {
  const send = useStaffSend();
  const { place = '', gate_id = '', floor = '', target = '' } = level;
  return (
    <FormDialog
      title={t('levels.set')}
      submit={t('levels.submit')}
      onClose={onClose}
      defaultValues={{ mode, place, gate_id, floor, target, reason: '' } as Draft}
      rules={RULES}
      send={(body) =>
        send((provider) => provider.setLevel(body), { into: TREASURY, done: t('levels.isSet'), onDone: onClose })
      }
    >
      <p>{t('levels.text')}</p>
      <SelectInput
        source="place"
        label={t('levels.place')}
        placeholder={t('routes.place.choose')}
        choices={PLACES.map((each) => ({ value: each, label: placeName(each) }))}
      />
      <SelectInput
        source="gate_id"
        label={t('treasury.asset')}
        placeholder={t('routes.asset.choose')}
        choices={ASSETS}
      />
      <TextInput source="floor" label={t('levels.floor')} help={t('levels.floor.help')} decimal />
      <TextInput source="target" label={t('levels.target')} help={t('levels.target.help')} decimal />
      <ReasonInput />
    </FormDialog>
  );
}

/** The assets that a venue can hold: coins by network, and euro. */
export const ASSETS = ([...CRYPTO_GATES, 'EUR'] as const).map((id) => ({ value: id, label: gateName(id) }));

const RULES = bodyRules<Draft>(async () => (await import('../../../contract/staff-transfers.ts')).SetLevelBody, {
  toBody: (draft) => draft,
  check: (draft) => ({
    ...reasonProblem(draft),
    place: draft.place ? undefined : t('routes.place.choose'),
    gate_id: draft.gate_id ? undefined : t('routes.asset.choose'),
  }),
});
