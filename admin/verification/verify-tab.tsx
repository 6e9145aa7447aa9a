import { styled } from '@mui/material/styles';
import type { Verification } from '../../contract/verification.ts';
import { Card } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Column, Split } from '../components/page.tsx';
import { t } from '../i18n/translate.ts';
import { AnswerCard } from './answer-card.tsx';
import { BusinessCard } from './business-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { StandingCard } from './standing-card.tsx';
import { useVerification } from './use-verification.ts';
import { WayCard } from './way-card.tsx';

/** Beside the work on a wide screen, before it on a narrow one. */
const Aside = styled(Column)(({ theme }) => ({ [theme.breakpoints.up('md')]: { order: 2 } }));

/** The merchant's path to production: the current step, who must act, and the documents to submit. */
export default function VerifyTab() {
  const { data, error, refetch } = useVerification();
  if (data) return <Loaded verification={data} />;
  return (
    <Card title={t('account.tab.verify')} titleHidden>
      {error ? (
        <ListError title={t('verify.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ListLoading label={t('verify.loading')} rows={6} />
      )}
    </Card>
  );
}

function Loaded({ verification }: { verification: Verification }) {
  const { status, business, people } = verification;
  const needsAnswer = status === 'more_requested' || status === 'renewal' || status === 'suspended';
  return (
    <Split>
      <Aside>
        <WayCard verification={verification} />
      </Aside>
      <Column>
        <StandingCard verification={verification} />
        {needsAnswer && <AnswerCard verification={verification} />}
        {(status === 'business' || business !== null) && <BusinessCard verification={verification} />}
        {(status === 'personal' || people.length > 0) && <PeopleCard verification={verification} />}
      </Column>
    </Split>
  );
}
