import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedAnswer } from '../../../contract/support.ts';
import { newId } from '../../../domain/ids.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { DeleteAnswerDialog, SavedAnswerDialog } from './saved-answer-dialogs.tsx';
import { SAVED_ANSWERS } from './ticket-calls.ts';

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'grid', gap: 8, padding: '12px 16px' },
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
}));
const Typed = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

type Open =
  | { readonly act: 'edit' | 'delete'; readonly answer: SavedAnswer }
  | { readonly act: 'add'; readonly id: string };

/** `/compliance/saved-answers`: texts that the support team sends often. */
export default function SavedAnswersPage() {
  const provider = useStaffProvider();
  const mayAnswer = useStaffMay('ticket_answer');
  const [open, setOpen] = useState<Open | null>(null);
  const answers = useQuery({ queryKey: SAVED_ANSWERS, queryFn: () => provider.savedAnswers() });
  const close = () => setOpen(null);
  return (
    <Page>
      <PageHead
        title={t('savedAnswers.title')}
        crumbs={[{ label: t('tickets.title'), to: '/compliance/tickets' }, { label: t('savedAnswers.title') }]}
        sub={t('savedAnswers.sub')}
        actions={
          mayAnswer && (
            <Button variant="outlined" aria-haspopup="dialog" onClick={() => setOpen({ act: 'add', id: newId() })}>
              {t('savedAnswers.add')}
            </Button>
          )
        }
      />
      <Card title={t('savedAnswers.title')} titleHidden>
        <Loaded of={answers} rows={4}>
          {(rows) =>
            rows.length === 0 ? (
              <CardBody>{t('savedAnswers.none')}</CardBody>
            ) : (
              <List>
                {rows.map((answer) => (
                  <AnswerItem key={answer.id} answer={answer} mayChange={mayAnswer} onOpen={setOpen} />
                ))}
              </List>
            )
          }
        </Loaded>
      </Card>
      {open?.act === 'add' && <SavedAnswerDialog id={open.id} onClose={close} />}
      {open?.act === 'edit' && <SavedAnswerDialog id={open.answer.id} answer={open.answer} onClose={close} />}
      {open?.act === 'delete' && <DeleteAnswerDialog answer={open.answer} onClose={close} />}
    </Page>
  );
}

interface ItemProps {
  answer: SavedAnswer;
  mayChange: boolean;
  onOpen: (open: Open) => void;
}

function AnswerItem({ answer, mayChange, onOpen }: ItemProps) {
  const { title, text, changed_by: name, changed_at } = answer;
  return (
    <li>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <Typed>{text}</Typed>
      <Typography sx={{ color: 'text.secondary', fontSize: 13 }}>
        {t('savedAnswers.by', { name, at: formatMoment(changed_at) })}
      </Typography>
      {mayChange && (
        <Buttons>
          <Button
            size="small"
            variant="outlined"
            aria-haspopup="dialog"
            aria-label={t('savedAnswers.editOf', { title })}
            onClick={() => onOpen({ act: 'edit', answer })}
          >
            {t('savedAnswers.edit')}
          </Button>
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={t('savedAnswers.deleteOf', { title })}
            onClick={() => onOpen({ act: 'delete', answer })}
          >
            {t('savedAnswers.delete')}
          </Button>
        </Buttons>
      )}
    </li>
  );
}
