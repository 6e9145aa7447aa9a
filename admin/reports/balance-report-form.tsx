import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { GATE_IDS, type GateId } from '../../domain/assets/assets.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { Form } from '../forms/form.tsx';
import { SelectInput } from '../forms/select-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { isBackwards } from '../list/days.ts';
import { DownloadState } from './download-state.tsx';
import { withDays } from './filter-from.ts';
import { ReportButtons } from './report-buttons.tsx';
import { timeZone } from './report-calls.ts';
import { type ReportBy, useReport } from './use-report.ts';

const Fields = styled('div')({ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' });
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

const KINDS = ['statement', 'balance'] as const;
const ALL = 'all';

interface Draft {
  readonly kind: (typeof KINDS)[number];
  readonly gate_id: string;
  readonly date_from: string;
  readonly date_to: string;
  readonly by: ReportBy;
}

const EMPTY: Draft = { kind: 'statement', gate_id: '', date_from: '', date_to: '', by: 'download' };

/** The statement of one balance, or the movements of all of them by kind, over whole days. */
export function BalanceReportForm() {
  const { download, request } = useReport();
  return (
    <Card title={t('reports.make')}>
      <Form<Draft>
        defaultValues={EMPTY}
        rules={({ kind, gate_id, date_from, date_to }) => ({
          gate_id: kind === 'statement' && !isOne(gate_id) ? t('reports.asset.required') : undefined,
          date_to: isBackwards(date_from, date_to) ? t('history.filter.wrongDays') : undefined,
        })}
        send={({ kind, gate_id, by, ...days }) => request(kind, withDays(isOne(gate_id) ? { gate_id } : {}, days), by)}
      >
        <CardBody sx={{ display: 'grid', gap: 2 }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('reports.intro')}</Typography>
          <ReportInputs />
          <DownloadState download={download} />
          <Buttons>
            <ReportButtons disabled={download.state === 'running'} />
          </Buttons>
        </CardBody>
      </Form>
    </Card>
  );
}

function ReportInputs() {
  const { kind } = useWatch() as Draft;
  return (
    <>
      <Fields>
        <SelectInput
          source="kind"
          label={t('reports.kind')}
          placeholder=""
          choices={KINDS.map((value) => ({ value, label: t(`reports.kind.${value}`) }))}
        />
        <SelectInput
          source="gate_id"
          label={t('reports.asset')}
          placeholder={t('reports.asset.choose')}
          choices={[
            ...(kind === 'balance' ? [{ value: ALL, label: t('reports.asset.all') }] : []),
            ...GATE_IDS.map(choiceOf),
          ]}
        />
        <TextInput source="date_from" type="date" label={t('history.filter.from')} />
        <TextInput source="date_to" type="date" label={t('history.filter.to')} />
      </Fields>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('export.zone', { zone: timeZone() })}{' '}
        {kind === 'statement' && t('reports.signed', { url: `${location.host}/verify` })}
      </Typography>
    </>
  );
}

function isOne(gateId: string): boolean {
  return gateId !== '' && gateId !== ALL;
}

function choiceOf(gateId: GateId): { value: string; label: string } {
  return { value: gateId, label: `${tickerOf(gateId)} (${networkOf(gateId)})` };
}
