import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { CaseFileView } from '../../../contract/staff-cases.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { formatDay } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';

const People = styled('ul')(({ theme }) => ({
  '& > li': { display: 'grid', gap: 4, padding: '14px 16px', borderTop: `1px solid ${theme.palette.divider}` },
  '& > li:first-of-type': { borderTop: 0 },
  '& small': { color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
}));
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  '& b': { fontWeight: 500, marginRight: 'auto', overflowWrap: 'anywhere' },
});

const LOOKS: Readonly<Record<string, ToneLook>> = {
  green: { tone: 'success', icon: 'checkCircle' },
  red: { tone: 'error', icon: 'crossCircle' },
  retry: { tone: 'warning', icon: 'back' },
  on_hold: { tone: 'warning', icon: 'hourglass' },
  pending: { tone: 'neutral', icon: 'clock' },
};

/** Owners and representatives, and what the verification provider says of them and of the business. */
export function CasePeople({ file: { people, provider } }: { file: CaseFileView }) {
  const business = provider.find(({ person_id }) => person_id === null);
  return (
    <Card title={t('case.people')} ruled>
      {people.length === 0 && (
        <CardBody>
          <Typography sx={{ pt: 2, color: 'text.secondary' }}>{t('case.noPeople')}</Typography>
        </CardBody>
      )}
      <People>
        {people.map((person) => (
          <li key={person.id}>
            <Line>
              <b>{person.full_name}</b>
              {person.politically_exposed && (
                <ToneChip tone="warning" icon="warning">
                  {t('case.pep')}
                </ToneChip>
              )}
              <Verified result={provider.find(({ person_id }) => person_id === person.id)} />
            </Line>
            <small>
              {[
                person.is_owner && t('case.owner', { share: person.share_percent ?? 0 }),
                person.is_representative && t('case.representative'),
                `${t('case.born')} ${formatDay(person.birth_date)}`,
                `${t('case.nationality')} ${person.nationality}`,
                `${person.street}, ${person.postal_code} ${person.city}, ${person.country}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
        <li>
          <Line>
            <b>
              {t('case.provider')}: {t('case.business')}
            </b>
            <Verified result={business} />
          </Line>
          {business?.comment && <small>{business.comment}</small>}
          {!business && <small>{t('case.noProvider')}</small>}
        </li>
      </People>
    </Card>
  );
}

function Verified({ result }: { result: CaseFileView['provider'][number] | undefined }) {
  if (!result) return null;
  const { tone, icon } = LOOKS[result.status] ?? { tone: 'neutral' as const, icon: 'clock' as const };
  const words = translateOr(`provider.${result.status}`, result.status);
  return (
    <ToneChip tone={tone} icon={icon}>
      {result.labels.length === 0 ? words : `${words}: ${result.labels.join(', ').replaceAll('_', ' ').toLowerCase()}`}
    </ToneChip>
  );
}
