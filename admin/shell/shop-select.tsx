import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { SelectArrow } from '../components/select-arrow.tsx';
import { session } from '../data/session.ts';
import { useShops } from '../data/use-shops.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { useSwitchShop } from './use-switch-shop.ts';

/** Which of several shops the back office shows. */
export default function ShopSelect() {
  const user = useStore(session);
  const { data: shops = [] } = useShops();
  const switchShop = useSwitchShop();
  if (!user || shops.length < 2) return null;
  const { active_profile_type: mode, active_shop_id: activeId } = user;
  const shown = shops.find(({ id, is_first }) => (activeId === null ? is_first : id === activeId));
  return (
    <NativeSelect
      value={shown?.id ?? ''}
      onChange={({ target }) => {
        const chosen = shops.find(({ id }) => id === target.value);
        if (chosen) switchShop(chosen);
      }}
      IconComponent={SelectArrow}
      input={<OutlinedInput sx={{ minHeight: 36, maxWidth: 240, width: '100%' }} />}
      inputProps={{ 'aria-label': t('shops.switch') }}
    >
      {shops.map(({ id, closed, profiles: { [mode]: profile } }) => (
        <option key={id} value={id}>
          {closed ? t('shops.optionClosed', { name: profile.name }) : profile.name}
        </option>
      ))}
    </NativeSelect>
  );
}
