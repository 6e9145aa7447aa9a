import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { CaseFileView } from '../../api/contract/staff-cases.ts';
import { Card, CardBody } from '../components/card.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { RiskChip } from './chips.tsx';

const Points = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  '& li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 12, overflowWrap: 'anywhere' },
  '& span': { color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
}));

/** Why the case has its risk: points that add up, and likenesses to sanctioned parties for people to judge. */
export function CaseRisk({ file: { risk } }: { file: CaseFileView }) {
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
    <Card title={t('case.risk')} aside={<RiskChip level={risk.level} />}>
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
            {risk.hits.map(({ name, listed_name, list, score }) => (
              <li key={`${list}${listed_name}${name}`}>
                {t('case.hit', { name, listed: listed_name, list })}
                <span>{t('case.likeness', { score })}</span>
              </li>
            ))}
          </Points>
        </div>
      </CardBody>
    </Card>
  );
}
