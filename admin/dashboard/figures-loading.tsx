import MuiCard from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';

/** As high as the cards that come, on a phone and otherwise (tested), so that nothing moves. */
const HEIGHTS = {
  row: { xs: 195, sm: 193, lg: 97 },
  balance: { xs: 374, sm: 358 },
  revenue: { xs: 422, sm: 358 },
  allocation: { xs: 338, sm: 342 },
  operations: { xs: 428, sm: 432 },
  payers: { xs: 370, sm: 374 },
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
