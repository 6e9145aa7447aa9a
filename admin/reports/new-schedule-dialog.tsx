import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { CreateReportScheduleBody } from '../../contract/report-schedules.ts';
import { GATE_IDS } from '../../domain/assets/assets.ts';
import { REPORT_PERIODS } from '../../domain/reports/report-schedules.ts';
import { REPORT_KINDS, REPORT_PERMISSIONS, type ReportKind } from '../../domain/reports/reports.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useProvider } from '../data/use-provider.ts';
import { useStore } from '../data/use-store.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { SelectInput } from '../forms/select-input.tsx';
import { t } from '../i18n/translate.ts';
import { timeZone } from './report-calls.ts';

/** The signed-in user, who is not named in the body. */
const ME = 'me';

type Draft = Required<Omit<CreateReportScheduleBody, 'time_zone'>>;

/** Which report is mailed how often, and to whom of the team. */
export function NewScheduleDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const permissions = useStore(session)?.permissions ?? [];
  const kinds = REPORT_KINDS.filter((each) => permissions.includes(REPORT_PERMISSIONS[each]));
  const kind = kinds.includes('statement') ? 'statement' : (kinds[0] ?? 'statement');
  return (
    <FormDialog<Draft>
      title={t('schedules.new')}
      submit={t('schedules.add')}
      defaultValues={{ kind, period: 'month', gate_id: 'BTC', recipient_id: ME }}
      send={async (draft) => {
        await provider.addReportSchedule(toBody(draft));
        notify(t('schedules.added'), { type: 'success' });
        onAdded();
      }}
      onClose={onClose}
    >
      <ScheduleInputs kinds={kinds} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('schedules.help', { zone: timeZone() })}
      </Typography>
    </FormDialog>
  );
}

function ScheduleInputs({ kinds }: { kinds: readonly ReportKind[] }) {
  const { kind } = useWatch() as Draft;
  return (
    <>
      <SelectInput
        source="kind"
        label={t('reports.kind')}
        placeholder=""
        choices={kinds.map((value) => ({ value, label: t(`schedules.kind.${value}`) }))}
      />
      {kind === 'statement' && (
        <SelectInput
          source="gate_id"
          label={t('reports.asset')}
          placeholder={t('reports.asset.choose')}
          choices={GATE_IDS.map((value) => ({ value, label: `${tickerOf(value)} (${networkOf(value)})` }))}
        />
      )}
      <SelectInput
        source="period"
        label={t('schedules.period')}
        placeholder=""
        choices={REPORT_PERIODS.map((value) => ({ value, label: t(`schedules.period.${value}`) }))}
      />
      <Recipient />
    </>
  );
}

/** Users who see the team choose a member; all others receive their reports themselves. */
function Recipient() {
  const provider = useProvider();
  const maySeeTeam = useMay('merchant_user_viewAny');
  const { data: members = [] } = useQuery({
    queryKey: ['members'],
    queryFn: () => provider.members(),
    enabled: maySeeTeam,
  });
  if (!maySeeTeam) return null;
  const others = members.filter(({ you, blocked }) => !blocked && !you);
  return (
    <SelectInput
      source="recipient_id"
      label={t('schedules.to')}
      placeholder=""
      choices={[
        { value: ME, label: t('schedules.me') },
        ...others.map(({ id, full_name }) => ({ value: id, label: full_name })),
      ]}
    />
  );
}

function toBody({ kind, period, gate_id, recipient_id }: Draft): CreateReportScheduleBody {
  return {
    kind,
    period,
    time_zone: timeZone(),
    ...(kind === 'statement' ? { gate_id } : {}),
    ...(recipient_id === ME ? {} : { recipient_id }),
  };
}
