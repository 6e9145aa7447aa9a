import MuiCard from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';

/** As high as the cards that come, on a phone and otherwise (tested), so that nothing moves. */
const HEIGHTS = {
  balance: { xs: 410, sm: 392 },
  revenue: { xs: 470, sm: 412 },
  operations: { xs: 390, sm: 356 },
  allocation: { xs: 376, sm: 376 },
  payers: { xs: 396, sm: 396 },
} as const;

const Frame = styled(MuiCard)({ display: 'grid', padding: '16px 20px 52px' });

/** The places of charts while they load. */
export function FiguresLoading({ cards }: { cards: readonly (keyof typeof HEIGHTS)[] }) {
  return cards.map((card) => (
    <Frame key={card} aria-hidden sx={{ height: HEIGHTS[card] }}>
      <Skeleton variant="rounded" width="100%" height="100%" />
    </Frame>
  ));
}
