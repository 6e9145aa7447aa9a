import './card-words.ts';
import type { SpaCardOrderStory } from '../../contract/card-orders.ts';
import { RecordPage } from '../components/record-page.tsx';
import { CARD_ORDERS_PATH } from './card-paths.ts';
import { CardStory } from './card-story.tsx';

/** `/history/card?id=…`: one purchase by card with its timeline. */
export default function CardOrderPage() {
  return (
    <RecordPage<SpaCardOrderStory>
      resource="card-orders"
      list={{ label: 'cardList.title', to: CARD_ORDERS_PATH }}
      title="card.title"
      loading="card.loading"
      failed="card.failed"
    >
      {(order) => <CardStory order={order} />}
    </RecordPage>
  );
}
