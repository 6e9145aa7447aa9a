import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CRYPTO_GATES, type GateId } from '../../domain/assets.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { Field } from '../components/field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useAct } from '../components/use-act.ts';
import { t } from '../i18n/translate.ts';
import { DownloadState } from './download-state.tsx';
import { withDays } from './filter-from.ts';
import { timeZone } from './report-calls.ts';
import { useDownload } from './use-download.ts';

const Fields = styled('div')({ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' });
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

const KINDS = ['statement', 'balance'] as const;
type Kind = (typeof KINDS)[number];
const GATES: readonly GateId[] = [...CRYPTO_GATES, 'EUR'];
const ALL = 'all';

interface Asked {
  readonly kind: Kind;
  readonly asset: string;
  readonly from: string;
  readonly to: string;
}

/** The statement of one balance, or the movements of all of them by kind, over whole days. */
export function BalanceReportForm() {
  const [asked, setAsked] = useState<Asked>({ kind: 'statement', asset: '', from: '', to: '' });
  const [isTried, setTried] = useState(false);
  const { download, start } = useDownload();
  const { kind, asset } = asked;
  const filter = withDays(asset === '' || asset === ALL ? {} : { gate_id: asset }, asked);
  const fetching = useAct(async (provider) => {
    const { id, file_name } = await provider.createReport(kind, filter);
    await start(id, file_name);
  });
  const mailing = useAct(
    async (provider) => {
      const { id } = await provider.createReport(kind, filter);
      await provider.mailReport(id);
    },
    { done: t('export.mailed') },
  );
  const isBusy = fetching.isPending || mailing.isPending || download.state === 'running';
  const unlessWrong = (act: () => void) => () => {
    setTried(true);
    if (!isWrong(asked) && !isAssetMissing(asked)) act();
  };
  return (
    <Card title={t('reports.title')}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ color: 'text.secondary' }}>{t('reports.intro')}</Typography>
        <ReportFields value={asked} onChange={setAsked} isTried={isTried} />
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('export.zone', { zone: timeZone() })}{' '}
          {kind === 'statement' && t('reports.signed', { url: `${location.host}/verify` })}
        </Typography>
        <DownloadState download={download} />
        <Buttons>
          <Button variant="contained" disabled={isBusy} onClick={unlessWrong(() => fetching.mutate())}>
            {t('export.download')}
          </Button>
          <Button disabled={isBusy} onClick={unlessWrong(() => mailing.mutate())}>
            {t('export.mail')}
          </Button>
        </Buttons>
      </CardBody>
    </Card>
  );
}

interface ReportFieldsProps {
  value: Asked;
  onChange: (asked: Asked) => void;
  /** What is missing is said once somebody has tried. */
  isTried: boolean;
}

function ReportFields({ value, onChange, isTried }: ReportFieldsProps) {
  const change = (changed: Partial<Asked>) => onChange({ ...value, ...changed });
  return (
    <Fields>
      <SelectField
        name="kind"
        label={t('reports.kind')}
        placeholder=""
        value={value.kind}
        choices={KINDS.map((value) => ({ value, label: t(`reports.kind.${value}`) }))}
        onChange={({ target }) => change({ kind: KINDS.find((each) => each === target.value) ?? 'statement' })}
      />
      <SelectField
        name="gate_id"
        label={t('reports.asset')}
        placeholder={t('reports.asset.choose')}
        value={value.asset}
        choices={[
          ...(value.kind === 'balance' ? [{ value: ALL, label: t('reports.asset.all') }] : []),
          ...GATES.map(choiceOf),
        ]}
        onChange={({ target }) => change({ asset: target.value })}
        error={isTried && isAssetMissing(value) ? t('reports.asset.required') : undefined}
      />
      <Field
        type="date"
        name="date_from"
        label={t('history.filter.from')}
        value={value.from}
        onChange={({ target }) => change({ from: target.value })}
      />
      <Field
        type="date"
        name="date_to"
        label={t('history.filter.to')}
        value={value.to}
        error={isWrong(value) ? t('export.wrongDays') : undefined}
        onChange={({ target }) => change({ to: target.value })}
      />
    </Fields>
  );
}

const isWrong = ({ from, to }: Asked) => from !== '' && to !== '' && from > to;
const isAssetMissing = ({ kind, asset }: Asked) => kind === 'statement' && (asset === '' || asset === ALL);

function choiceOf(gateId: GateId): { value: string; label: string } {
  return { value: gateId, label: `${tickerOf(gateId)} (${networkOf(gateId)})` };
}
