import { Data, Page } from '../../../contract/basics.ts';
import { WholeListQuery } from '../../../contract/lists.ts';
import { CurrencyView, Me } from '../../../contract/me.ts';
import { readTokenPlace } from '../../../db/shops/token-place.ts';
import { presetOf } from '../../../domain/accounts/token-presets.ts';
import { CURRENCIES, currencyDecimals } from '../../../domain/money/currencies.ts';
import { supportedVersions, VERSION_ENDS } from '../../../domain/versions/api-versions.ts';
import { MAX_ENDPOINTS } from '../../../domain/webhooks/endpoint.ts';
import { eventKindsOfToken } from '../../../domain/webhooks/event-kinds.ts';
import { allOf } from '../../../domain/webhooks/event-types.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { pageOf } from '../../list-answer.ts';
import { STREAMS_PER_USER } from '../../live/event-streams.ts';
import { versionOf } from '../../plugins/versions.ts';
import { tokenRoute } from '../../route-options.ts';

/** The caller and its currencies: facts that a program has to know first. */
export function meRoutes(app: App, { db, config, now }: ServerDeps): void {
  app.get(
    '/api/v1/me',
    tokenRoute('Gates and rates', [], {
      operationId: 'getMe',
      summary: 'Get what the token may do',
      description: 'Mode, shop, permissions, events and limits of the token that calls.',
      response: { 200: Data(Me) },
    }),
    async (request) => {
      const bearer = bearerOf(request);
      const { merchantId, profileId, shopId, mode, permissions, tokenId } = bearer;
      const place = await readTokenPlace(db, bearer);
      return {
        data: {
          mode,
          merchant: { id: merchantId, name: place.merchant },
          shop: {
            id: shopId,
            profile_id: profileId,
            name: place.shop,
            closed: place.closed,
            api_version: place.apiVersion,
          },
          token: { id: tokenId, name: place.token, api_version: bearer.apiVersion },
          api_version: versionOf(request),
          api_versions: [...supportedVersions(VERSION_ENDS, now())],
          permissions: [...permissions],
          preset: presetOf(permissions, shopId),
          event_types: eventKindsOfToken(permissions).map(allOf),
          currency: place.currency,
          gates: [...place.gates],
          limits: {
            requests_per_minute: config.rateLimits.apiPerMinute,
            event_streams: STREAMS_PER_USER,
            webhook_endpoints: MAX_ENDPOINTS,
          },
        },
      };
    },
  );

  app.get(
    '/api/v1/currencies',
    tokenRoute('Gates and rates', [], {
      operationId: 'listCurrencies',
      summary: 'List currencies',
      description: 'Every currency in which an invoice may be priced, by code.',
      querystring: WholeListQuery,
      response: { 200: Page(CurrencyView) },
    }),
    async (request) =>
      pageOf(
        CURRENCIES.map((code) => ({ code, decimals: currencyDecimals(code) })),
        request.query,
      ),
  );
}
