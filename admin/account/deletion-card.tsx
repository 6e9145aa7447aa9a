import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Card, CardBody } from '../components/card.tsx';
import { t } from '../i18n/translate.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const Text = styled('p')(({ theme }) => ({ marginBottom: 12, color: theme.palette.text.secondary, maxWidth: '68ch' }));

/** The way out, below everything else. */
export function DeletionCard({ company }: { company: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('deletion.title')}>
      <CardBody>
        <Text>{t('deletion.text', { company })}</Text>
        <Button color="error" onClick={() => setOpen(true)} sx={{ color: 'error.main' }}>
          {t('deletion.button')}
        </Button>
      </CardBody>
      {isOpen && <DeleteAccountDialog company={company} onClose={() => setOpen(false)} />}
    </Card>
  );
}
