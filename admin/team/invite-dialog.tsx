import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import type { InvitationsBody, InvitedPerson } from '../../contract/team.ts';
import { INVITED_AT_ONCE } from '../../domain/accounts/team.ts';
import { ConfirmationDialog, useConfirmation } from '../components/confirmation.tsx';
import { emailProblem, missing } from '../components/form-problems.ts';
import { useReadAgain } from '../components/use-read-again.ts';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import type { Problems } from '../forms/rules.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { RoleInput } from './role-input.tsx';
import { limitsOf, shopsProblem, useShopIds } from './shop-limits.ts';
import { ShopsInput } from './shops-input.tsx';
import { CHANGED_BY_TEAM } from './team-calls.ts';

const PersonFields = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& + &': { paddingTop: 16, borderTop: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '& > [data-full=true]': { gridColumn: '1 / -1' },
}));
const PersonHead = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 32,
});

/** Rows named as the server names them in refusals, so that errors appear at the right field: `invitations.0.email`. */
interface Invited {
  invitations: Person[];
}

interface Person extends Omit<InvitedPerson, 'shops'> {
  shops: string[];
}

const emptyIn = (all: readonly string[] | null): Person => ({
  full_name: '',
  email: '',
  role: 'support',
  shops: [...(all ?? [])],
});

/**
 * Invites one person or several; all are sent or none. The form stays below the dialog that asks who sends them: what
 * was typed is kept.
 */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const readAgain = useReadAgain();
  const all = useShopIds();
  const confirmation = useConfirmation(async (body: InvitationsBody) => {
    await provider.invite(body);
    notify(t('team.invite.sent', { smart_count: body.invitations.length }), { type: 'success' });
    await readAgain(...CHANGED_BY_TEAM);
    onClose();
  });
  if (all === undefined) return null;
  return (
    <>
      <FormDialog<Invited>
        title={t('team.invite.dialog')}
        submit={<Send />}
        defaultValues={{ invitations: [emptyIn(all)] }}
        rules={(values) => problemsOf(values, all)}
        send={({ invitations }) =>
          confirmation.first({
            invitations: invitations.map(({ shops, ...person }) => ({
              ...person,
              ...limitsOf({ role: person.role, shops }, all),
            })),
          })
        }
        onClose={onClose}
      >
        <Typography sx={{ color: 'text.secondary' }}>{t('team.invite.text')}</Typography>
        <People all={all} />
        <FillIn />
      </FormDialog>
      <ConfirmationDialog of={confirmation} />
    </>
  );
}

function People({ all }: { all: readonly string[] | null }) {
  const { fields, append, remove } = useFieldArray<Invited>({ name: 'invitations' });
  return (
    <>
      {fields.map(({ id }, at) => (
        <PersonFields key={id} aria-label={t('team.invite.person', { number: at + 1 })}>
          {fields.length > 1 && (
            <PersonHead data-full>
              <Typography variant="h3">{t('team.invite.person', { number: at + 1 })}</Typography>
              <IconButton aria-label={t('team.invite.remove', { number: at + 1 })} onClick={() => remove(at)}>
                <Icon name="cross" />
              </IconButton>
            </PersonHead>
          )}
          <TextInput
            source={`invitations.${at}.full_name`}
            label={t('team.invite.name')}
            autoComplete="off"
            autoFocus={at === fields.length - 1}
          />
          <TextInput
            source={`invitations.${at}.email`}
            label={t('team.invite.email')}
            type="email"
            autoComplete="off"
          />
          <div data-full>
            <RoleInput source={`invitations.${at}.role`} />
          </div>
          {all !== null && (
            <div data-full>
              <ShopsInput source={`invitations.${at}.shops`} roleSource={`invitations.${at}.role`} />
            </div>
          )}
        </PersonFields>
      ))}
      <div>
        <Button
          variant="text"
          startIcon={<Icon name="plusCircle" />}
          disabled={fields.length >= INVITED_AT_ONCE}
          onClick={() => append(emptyIn(all))}
        >
          {t('team.invite.add')}
        </Button>
      </div>
    </>
  );
}

/** Spec §8: said once more where something is left out. */
function FillIn() {
  const { invitations } = useWatch() as Invited;
  const { submitCount } = useFormState();
  const hasGaps = invitations.some(({ full_name, email }) => full_name.trim() === '' || email.trim() === '');
  if (submitCount === 0 || !hasGaps) return null;
  return (
    <Typography role="alert" sx={{ color: 'error.main' }}>
      {t('team.invite.fillIn')}
    </Typography>
  );
}

function Send() {
  const { invitations } = useWatch() as Invited;
  return <SubmitButton label={t('team.invite.send', { smart_count: invitations.length })} />;
}

function problemsOf({ invitations }: Invited, all: readonly string[] | null): Problems<Invited> {
  const problems = invitations.flatMap(({ full_name, email, ...chosen }, at) =>
    Object.entries({ ...missing({ full_name }), ...emailProblem(email), shops: shopsProblem(chosen, all) }).map(
      ([field, text]) => [`invitations.${at}.${field}`, text],
    ),
  );
  return Object.fromEntries(problems) as Problems<Invited>;
}
