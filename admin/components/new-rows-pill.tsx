import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Pill = styled(ButtonBase)(({ theme }) => ({
  gap: 6,
  minHeight: 32,
  padding: '0 14px 0 10px',
  borderRadius: 16,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  fontSize: 13,
  fontWeight: 600,
  '&:hover': { backgroundColor: theme.palette.primary.dark },
}));

interface NewRowsPillProps {
  count: number;
  /** In full words: `Show 3 new invoices`. */
  label: string;
  onShow: () => void;
}

/** New rows wait here, so that what one reads does not move. The region is always there, so that it is announced. */
export function NewRowsPill({ count, label, onShow }: NewRowsPillProps) {
  return (
    <div role="status">
      {count > 0 && (
        <Pill onClick={onShow} aria-label={label}>
          <Icon name="arrowUp" size={16} />
          {t('list.new', { smart_count: count })}
        </Pill>
      )}
    </div>
  );
}
