import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Verification } from '../../api/contract/verification.ts';
import { Card, CardBody, CardFoot } from '../components/card.tsx';
import { Field } from '../components/field.tsx';
import { useAction } from '../components/use-action.ts';
import { t } from '../i18n/translate.ts';
import { DocumentList, missingOf } from './document-list.tsx';
import { useTaken } from './use-verification.ts';
import { verificationCalls } from './verification-calls.ts';

/** What the team asked for: documents, or a question that is answered in words. */
export function AnswerCard({ verification }: { verification: Verification }) {
  const take = useTaken();
  const [answer, setAnswer] = useState('');
  const act = useAction(async () => take(await verificationCalls.answer(answer.trim())));
  const asksForDocuments = verification.wanted.length > 0;
  const isReady = missingOf(verification, 'all') === 0 && (asksForDocuments || answer.trim() !== '');
  return (
    <Card title={t('verify.requested')} ruled>
      {asksForDocuments && <DocumentList verification={verification} of="all" label={t('verify.requested')} />}
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <Field
          name="answer"
          label={
            asksForDocuments ? t('create.optional', { label: t('verify.answer.words') }) : t('verify.answer.words')
          }
          help={t('verify.answer.help')}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
          multiline
          minRows={3}
        />
      </CardBody>
      <CardFoot>
        <Button variant="contained" disabled={act.busy || !isReady} onClick={() => void act.run()}>
          {t('verify.answer')}
        </Button>
      </CardFoot>
    </Card>
  );
}
