import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { CaseFileView } from '../../../contract/staff-cases.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { NotClearedChip, RiskChip } from '../chips.tsx';
import { areNamesCleared } from './names-cleared.ts';
import { Match, SanctionsChecks } from './sanctions-matches.tsx';

const Points = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  '& li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 12, overflowWrap: 'anywhere' },
  '& span': { color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
}));

/** Why the case has its risk: points that add up, and likenesses to sanctioned parties for people to judge. */
export function CaseRisk({ file, onChanged }: { file: CaseFileView; onChanged: () => void }) {
  const { id, risk, checks } = file;
  if (!risk) {
    return (
      <Card title={t('case.risk')}>
        <CardBody>
          <Typography sx={{ color: 'text.secondary' }}>{t('case.noRisk')}</Typography>
        </CardBody>
      </Card>
    );
  }
  return (
    <Card title={t('case.risk')} aside={<RiskAside file={file} />}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {t('case.score', { score: risk.score })} · {formatMoment(risk.assessed_at)}
        </Typography>
        {risk.reasons.length > 0 && (
          <Points>
            {risk.reasons.map(({ words, points }) => (
              <li key={words}>
                {words}
                <span>{t('case.points', { points })}</span>
              </li>
            ))}
          </Points>
        )}
        <div>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t('case.hits')}
          </Typography>
          {risk.hits.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('case.noHits')}</Typography>}
          <Points>
            {risk.hits.map((hit) => (
              <Match key={hit.hit} caseId={id} hit={hit} onChanged={onChanged} />
            ))}
          </Points>
        </div>
        <SanctionsChecks caseId={id} checks={checks} onChanged={onChanged} />
      </CardBody>
    </Card>
  );
}

function RiskAside({ file }: { file: CaseFileView }) {
  return areNamesCleared(file) ? <RiskChip level={file.risk?.level ?? null} /> : <NotClearedChip />;
}
