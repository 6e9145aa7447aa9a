import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import type { MassPreview, SpaMassPayout } from '../../api/contract/mass-payouts.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Coins, coinsText } from '../components/money.tsx';
import { Column, Split } from '../components/page.tsx';
import { Rows } from '../components/rows.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { BadLines } from './bad-lines.tsx';
import { DropZone } from './drop-zone.tsx';
import { LinesToPay } from './lines-card.tsx';
import { replaceMassFile, usePreview } from './mass-calls.ts';
import { RunCard } from './run-card.tsx';
import { FormatCard } from './upload-step.tsx';

const Missing = styled('strong')(({ theme }) => ({
  display: 'block',
  color: theme.palette.error.main,
  fontSize: 13,
  fontWeight: 500,
}));
const Warnings = styled('ul')({ listStyle: 'disc', paddingLeft: 20 });

const SHOWN_WARNINGS = 5;

/** What the file says, line by line and by asset; then either a mended file or the run. */
export function ReviewStep({ mass }: { mass: SpaMassPayout }) {
  const preview = usePreview(mass).data;
  const isValid = mass.status === 'validated';
  const isCovered = preview?.covers.every(({ missing }) => missing === null) ?? false;
  return (
    <>
      <Alert severity={isValid ? 'success' : 'warning'} icon={<Icon name={isValid ? 'checkCircle' : 'alertCircle'} />}>
        {t(isValid ? 'mass.review.valid' : 'mass.review.notValid')}
      </Alert>
      <TotalsCard mass={mass} preview={preview} />
      {isValid ? <LinesToPay mass={mass} /> : <BadLines mass={mass} />}
      {preview !== undefined && preview.warnings.length > 0 && <WarningsCard warnings={preview.warnings} />}
      <Split>
        <Column>
          {isValid && mass.actions.run && preview && (
            <RunCard mass={mass} twoFa={preview.two_fa} isCovered={isCovered} feesAt={preview.network_fees_at} />
          )}
          {!isValid && mass.actions.replace && <ReplaceCard mass={mass} />}
        </Column>
        <Column>{isValid ? mass.actions.replace && <ReplaceCard mass={mass} /> : <FormatCard />}</Column>
      </Split>
    </>
  );
}

function ReplaceCard({ mass }: { mass: SpaMassPayout }) {
  const queries = useQueryClient();
  return (
    <Card title={t(mass.status === 'validated' ? 'mass.upload.other' : 'mass.upload.again')}>
      <CardBody>
        <DropZone
          button={t('mass.upload.choose')}
          isAside={mass.status === 'validated'}
          onFile={async (file) => {
            const replaced = await replaceMassFile(mass.id, file, mass.fee_payer);
            queries.setQueryData(['mass-payouts', 'getOne', { id: mass.id }], replaced);
          }}
        />
      </CardBody>
    </Card>
  );
}

type Total = SpaMassPayout['totals'][number] & { cover: MassPreview['covers'][number] | undefined };

function TotalsCard({ mass, preview }: { mass: SpaMassPayout; preview: MassPreview | undefined }) {
  const rows = mass.totals.map((total) => ({
    ...total,
    cover: preview?.covers.find(({ gate_id }) => gate_id === total.gate_id),
  }));
  const hasBad = mass.lines.not_valid > 0;
  return (
    <Card title={t('mass.review.totals')} ruled>
      <Rows
        caption={t('mass.review.totals')}
        columns={totalColumns(hasBad)}
        rows={rows}
        rowKey={({ gate_id }) => gate_id}
        card={toCard}
      />
    </Card>
  );
}

function totalColumns(hasBad: boolean): readonly TableColumn<Total>[] {
  const bad: readonly TableColumn<Total>[] = [
    {
      key: 'bad',
      label: t('mass.review.notValidLines'),
      align: 'right',
      cell: ({ not_valid }) => not_valid.lines.toLocaleString('en'),
    },
    {
      key: 'badAmount',
      label: t('mass.review.notValidAmount'),
      align: 'right',
      quiet: true,
      cell: ({ not_valid, gate_id }) => <Coins amount={not_valid.amount} gateId={gate_id} unit="none" />,
    },
  ];
  return [
    { key: 'asset', label: t('mass.review.asset'), cell: ({ gate_id }) => <AssetLabel gateId={gate_id} /> },
    {
      key: 'lines',
      label: t('mass.review.lines'),
      align: 'right',
      cell: ({ valid }) => valid.lines.toLocaleString('en'),
    },
    {
      key: 'amount',
      label: t('mass.review.amount'),
      align: 'right',
      cell: ({ valid, gate_id }) => <Coins amount={valid.amount} gateId={gate_id} unit="none" />,
    },
    ...(hasBad ? bad : []),
    {
      key: 'total',
      label: t('mass.review.total'),
      align: 'right',
      cell: ({ valid, gate_id }) => <Coins amount={valid.total} gateId={gate_id} unit="none" />,
    },
    { key: 'available', label: t('mass.review.available'), align: 'right', cell: (row) => <Available total={row} /> },
  ];
}

function Available({ total: { cover, gate_id } }: { total: Total }) {
  if (cover === undefined) return null;
  return (
    <>
      <Coins amount={cover.available} gateId={gate_id} unit="none" />
      {cover.missing !== null && (
        <Missing>{t('mass.review.missing', { amount: coinsText(cover.missing, gate_id) })}</Missing>
      )}
    </>
  );
}

function toCard(row: Total) {
  const { gate_id, valid, not_valid } = row;
  return {
    key: gate_id,
    primary: <AssetLabel gateId={gate_id} />,
    value: <Coins amount={valid.total} gateId={gate_id} />,
    status: `${t('mass.review.lines')}: ${valid.lines.toLocaleString('en')}`,
    secondary: (
      <>
        {t('mass.review.available')}: <Available total={row} />
      </>
    ),
    meta:
      not_valid.lines > 0 &&
      [
        `${t('mass.review.notValidLines')}: ${not_valid.lines.toLocaleString('en')}`,
        coinsText(not_valid.amount, gate_id),
      ].join(', '),
  };
}

function WarningsCard({ warnings }: Pick<MassPreview, 'warnings'>) {
  const more = warnings.length - SHOWN_WARNINGS;
  return (
    <Card title={t('mass.review.warnings')}>
      <CardBody>
        <Warnings>
          {warnings.slice(0, SHOWN_WARNINGS).map(({ line, reason }) => (
            <li key={line}>{t('mass.review.warning', { line, reason })}</li>
          ))}
          {more > 0 && <li>{t('mass.review.moreWarnings', { smart_count: more })}</li>}
        </Warnings>
      </CardBody>
    </Card>
  );
}
