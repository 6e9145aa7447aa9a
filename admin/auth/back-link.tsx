import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Row = styled('div')({
  '& a, & button': { display: 'inline-flex', alignItems: 'center', gap: 4, paddingBlock: 2 },
});

/** Back to sign-in: the page, or where one is on it already, its first step. */
export function BackLink({ onClick }: { onClick?: () => void }) {
  const inside = (
    <>
      <Icon name="chevronLeft" size={16} />
      {t('auth.back')}
    </>
  );
  return (
    <Row>
      {onClick ? (
        <Link component="button" type="button" variant="body1" onClick={onClick}>
          {inside}
        </Link>
      ) : (
        <Link component={RouterLink} to="/auth/sign-in">
          {inside}
        </Link>
      )}
    </Row>
  );
}
