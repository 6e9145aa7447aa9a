import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { CRYPTO_GATES, type GateId } from '../../domain/assets/assets.ts';
import { AssetLabel, networkOf, tickerOf } from '../components/asset-label.tsx';
import { FilterButton } from '../components/filter-button.tsx';
import { t } from '../i18n/translate.ts';

interface AssetFilterProps {
  gates?: readonly GateId[];
  chosen: GateId | undefined;
  onChosen: (gateId: GateId | undefined) => void;
}

export function AssetFilter({ gates = CRYPTO_GATES, chosen, onChosen }: AssetFilterProps) {
  const name = t('history.filter.asset');
  const label = chosen ? `${tickerOf(chosen)} ${networkOf(chosen)}` : name;
  return (
    <FilterButton name={name} label={label} on={chosen !== undefined}>
      {(close) => {
        const choose = (gateId: GateId | undefined) => {
          onChosen(gateId);
          close();
        };
        return (
          <MenuList autoFocusItem aria-label={name} sx={{ p: 0 }}>
            <MenuItem selected={chosen === undefined} onClick={() => choose(undefined)}>
              {t('history.filter.allAssets')}
            </MenuItem>
            {gates.map((gateId) => (
              <MenuItem key={gateId} selected={chosen === gateId} onClick={() => choose(gateId)}>
                <AssetLabel gateId={gateId} />
              </MenuItem>
            ))}
          </MenuList>
        );
      }}
    </FilterButton>
  );
}
