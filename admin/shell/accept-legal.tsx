import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { SpaUser } from '../../contract/session.ts';
import { goTo } from '../data/go-to.ts';
import { call, errorMessages } from '../data/http-client.ts';
import { adoptUser, reloadUser, signOut } from '../data/session.ts';
import { formatDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';

const Content = styled('div')({ display: 'grid', gap: 16, padding: 24, overflowY: 'auto' });
const Documents = styled('ul')({ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' });
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 });

interface AcceptLegalProps {
  readonly documents: SpaUser['legal_to_accept'];
  /** No page is open behind it. */
  readonly isAlone: boolean;
}

/**
 * New versions of the legal documents, which the person accepts before working on. It cannot be closed: the server
 * refuses everything else meanwhile. API, payouts on their way and schedules go on.
 */
export function AcceptLegal({ documents, isAlone }: AcceptLegalProps) {
  const id = useId();
  const [isRead, setRead] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const accept = async () => {
    setBusy(true);
    setProblems([]);
    try {
      await acceptVersions(documents);
    } catch (error) {
      setProblems(errorMessages(error));
      // Others may be in force by now.
      await reloadUser().catch(() => undefined);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open aria-labelledby={id} disableEscapeKeyDown>
      <Content>
        <Typography variant="h2" component={isAlone ? 'h1' : 'h2'} id={id}>
          {t('legal.title')}
        </Typography>
        <Typography>{t('legal.text')}</Typography>
        <Documents>
          {documents.map(({ document, title, version, path }) => (
            <li key={document}>
              <Link href={path} target="_blank" rel="noreferrer">
                {title}
              </Link>{' '}
              <Typography component="span" sx={{ color: 'text.secondary' }}>
                {t('legal.version', { day: formatDay(`${version}T00:00:00`) })}
              </Typography>
            </li>
          ))}
        </Documents>
        <FormControlLabel
          control={<Checkbox checked={isRead} onChange={(event) => setRead(event.target.checked)} />}
          label={t('legal.read')}
        />
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('legal.meanwhile')}{' '}
          <Link href="/support" rel="noreferrer">
            {t('legal.disagree')}
          </Link>
        </Typography>
        {problems.map((problem) => (
          <Alert key={problem} severity="error">
            {problem}
          </Alert>
        ))}
        <Actions>
          <Button onClick={() => void leave()}>{t('legal.signOut')}</Button>
          <Button variant="contained" disabled={!isRead || isBusy} onClick={() => void accept()}>
            {t(isBusy ? 'legal.busy' : 'legal.accept')}
          </Button>
        </Actions>
      </Content>
    </Dialog>
  );
}

async function acceptVersions(documents: SpaUser['legal_to_accept']): Promise<void> {
  // Only what was shown is accepted: a document that changed meanwhile is refused, and shown first.
  const versions = Object.fromEntries(documents.map(({ document, version }) => [document, version]));
  const answer = await call<{ data: SpaUser }>('/spa/legal/acceptance', { method: 'POST', body: { versions } });
  adoptUser(answer.json.data);
}

async function leave(): Promise<void> {
  await signOut().catch(() => undefined);
  goTo('/auth/sign-in');
}
