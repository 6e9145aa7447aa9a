import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Verification } from '../../contract/verification.ts';
import { countryName } from '../auth/countries.ts';
import { Card } from '../components/card.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { DocumentList, missingOf } from './document-list.tsx';
import { HandIn } from './hand-in.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { useTaken } from './use-verification.ts';

type Person = Verification['people'][number];

const Group = styled('section')(({ theme }) => ({
  '& + &': { borderTop: `8px solid ${theme.palette.background.default}` },
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '12px 16px',
  '& > [data-main]': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  '& small': { display: 'block', color: theme.palette.text.secondary, fontSize: 13 },
  [theme.breakpoints.up('sm')]: { padding: '12px 20px' },
}));
const Chips = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: 6 });
const Empty = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: '32px 16px',
  textAlign: 'center',
});

/** Owners and representatives with their documents. */
export function PeopleCard({ verification }: { verification: Verification }) {
  const { people, editable, status } = verification;
  const [open, setOpen] = useState<Person | 'new' | null>(null);
  const add = editable && people.length > 0 && (
    <Button startIcon={<Icon name="plusCircle" />} onClick={() => setOpen('new')}>
      {t('verify.people.add')}
    </Button>
  );
  return (
    <Card title={t('verify.people')} aside={add} ruled>
      {people.length === 0 && (
        <Empty>
          <Typography variant="h3">{t('verify.people.empty.title')}</Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('verify.people.empty.text')}</Typography>
          {editable && (
            <Button variant="contained" onClick={() => setOpen('new')}>
              {t('verify.people.add')}
            </Button>
          )}
        </Empty>
      )}
      {people.map((person) => (
        <Group key={person.id} aria-label={person.full_name}>
          <PersonHead person={person} editable={editable} onEdit={() => setOpen(person)} />
          {status === 'personal' && (
            <DocumentList verification={verification} of={person.id} label={t('verify.documents')} />
          )}
        </Group>
      ))}
      {status === 'personal' && (
        <HandIn
          step="submit-people"
          label={t('verify.people.submit')}
          missing={missingOf(verification, 'all')}
          disabled={people.length === 0}
        />
      )}
      {open && <PersonDialog person={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function PersonHead({ person, editable, onEdit }: { person: Person; editable: boolean; onEdit: () => void }) {
  const [isRemoving, setRemoving] = useState(false);
  const { full_name: name, country, is_owner, is_representative, share_percent } = person;
  return (
    <Head>
      <div data-main>
        <Typography variant="h3">{name}</Typography>
        <small>{countryName(country)}</small>
      </div>
      <Chips>
        {is_representative && (
          <ToneChip tone="neutral" icon="users">
            {t('verify.people.representative')}
          </ToneChip>
        )}
        {is_owner && (
          <ToneChip tone="neutral" icon="partial">
            {t('verify.people.owner', { share: share_percent ?? 0 })}
          </ToneChip>
        )}
      </Chips>
      {editable && (
        <span style={{ marginLeft: 'auto' }}>
          <Button aria-label={t('verify.people.edit', { name })} onClick={onEdit}>
            {t('verify.edit')}
          </Button>
          <IconButton
            aria-label={t('verify.people.remove', { name })}
            aria-haspopup="dialog"
            onClick={() => setRemoving(true)}
          >
            <Icon name="cross" />
          </IconButton>
        </span>
      )}
      {isRemoving && <RemoveDialog person={person} onClose={() => setRemoving(false)} />}
    </Head>
  );
}

/** Asks back: what was uploaded of the person goes, too. */
function RemoveDialog({ person: { id, full_name: name }, onClose }: { person: Person; onClose: () => void }) {
  const provider = useProvider();
  const take = useTaken();
  return (
    <FormDialog
      title={t('verify.people.removeTitle', { name })}
      submit={t('verify.people.removeConfirm')}
      danger
      defaultValues={{}}
      send={async () => {
        const left = await provider.removePerson(id);
        onClose();
        take(left);
      }}
      onClose={onClose}
    >
      <p>{t('verify.people.removeText')}</p>
    </FormDialog>
  );
}
