import Alert, { type AlertProps } from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MassPreview, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { Card, CardBody } from '../components/card.tsx';
import { coinsText } from '../components/money.tsx';
import { Column, Split } from '../components/page.tsx';
import { TwoFaFirst } from '../components/two-fa-first.tsx';
import { useAct } from '../components/use-act.ts';
import { LOADS_FEES } from '../data/loads-fees.ts';
import { useProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';
import { BadLines } from './bad-lines.tsx';
import { DropZone } from './drop-zone.tsx';
import { LinesToPay } from './lines-card.tsx';
import { type AssetSummary, summaryOf, type Verdict, verdictOf } from './review.ts';
import { SummaryCard } from './summary-card.tsx';
import { FormatCard } from './upload-step.tsx';

const Warnings = styled('ul')({ listStyle: 'disc', paddingLeft: 20 });

const SHOWN_WARNINGS = 5;

/** The review of the file: one verdict, one summary with the button that runs it, then the lines. */
export function ReviewStep({ mass }: { mass: SpaMassPayout }) {
  const provider = useProvider();
  const { data: preview } = useQuery({
    queryKey: ['balances', 'mass-preview', mass.id, mass.version],
    queryFn: () => provider.massPreview(mass.id),
    ...LOADS_FEES,
  });
  const verdict = verdictOf(mass, preview);
  const assets = summaryOf(mass, preview);
  const isValid = mass.status === 'validated';
  return (
    <>
      <VerdictBanner verdict={verdict} assets={assets} />
      <SummaryCard mass={mass} assets={assets} preview={preview} verdict={verdict} />
      {isValid ? <LinesToPay mass={mass} /> : <BadLines mass={mass} />}
      {preview !== undefined && preview.warnings.length > 0 && <WarningsCard warnings={preview.warnings} />}
      {mass.actions.replace && (
        <Split>
          <ReplaceCard mass={mass} />
          <Column>
            <FormatCard />
          </Column>
        </Split>
      )}
    </>
  );
}

const LOOKS: Readonly<Record<Exclude<Verdict, 'two_fa'>, { severity: AlertProps['severity']; icon: IconName }>> = {
  checking: { severity: 'info', icon: 'clock' },
  not_valid: { severity: 'warning', icon: 'alertCircle' },
  reckoning: { severity: 'info', icon: 'clock' },
  short: { severity: 'error', icon: 'alertCircle' },
  ready: { severity: 'success', icon: 'checkCircle' },
};

/** The one thing to know first; of a balance that is too small, how much is missing. */
function VerdictBanner({ verdict, assets }: { verdict: Verdict; assets: readonly AssetSummary[] }) {
  if (verdict === 'two_fa') return <TwoFaFirst />;
  const { severity, icon } = LOOKS[verdict];
  const missing = assets.flatMap(({ gate_id, missing: lacks }) => (lacks === null ? [] : [coinsText(lacks, gate_id)]));
  return (
    <Alert severity={severity} icon={<Icon name={icon} />} role="status">
      {t(`mass.verdict.${verdict}`)} {verdict === 'short' && t('mass.verdict.missing', { amounts: missing.join(', ') })}
    </Alert>
  );
}

function ReplaceCard({ mass }: { mass: SpaMassPayout }) {
  const queries = useQueryClient();
  const isValid = mass.status === 'validated';
  const replace = useAct((provider, file: File) => provider.replaceMassFile(mass.id, file, mass.fee_payer), {
    onDone: (replaced) => queries.setQueryData(['mass-payouts', 'getOne', { id: mass.id }], replaced),
  });
  return (
    <Card title={t(isValid ? 'mass.upload.other' : 'mass.upload.again')}>
      <CardBody>
        <DropZone button={t('mass.upload.choose')} isAside={isValid} keep={replace} />
      </CardBody>
    </Card>
  );
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
