import { useState } from 'react';
import type { CardGate } from '../../../../contract/card-payment.ts';
import type { CryptoGateId } from '../../../../domain/assets/assets.ts';
import { ClientError } from '../../live/client.ts';
import { coins } from '../../model/coin.ts';
import { Address } from '../../parts/address.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type AddressCheck, checkAddress, isTag } from '../model/address-check.ts';
import { problemOf } from '../model/problems.ts';
import { Dock, Field, Heading } from '../parts/field.tsx';
import { type CardTranslate, useCardWords } from '../words.tsx';
import type { OrderScreenProps } from './props.ts';

/** Where the coins go: checked while it is typed, and shown in groups to compare before it counts. */
export function AddressStep({ store, state, order, onDone, title }: OrderScreenProps & { title: string }) {
  const { t } = useCardWords();
  const [address, setAddress] = useState(order.address ?? '');
  const [tag, setTag] = useState(order.destination_tag ?? '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const { networkName, network } = coins[order.gate_id];
  const gate = state.offer?.currencies.gates.find(({ gate_id }) => gate_id === order.gate_id);
  const check = checkAddress(address, network, order.simulated);
  const own = check.kind === 'fits' ? check.tag : null;
  const problem = refused === null ? addressProblem(check, networkName, t) : t(problemOf(refused));
  const isTagWrong = tag !== '' && !isTag(tag);
  const isTagRefused = refused instanceof ClientError && refused.code === 'destination_tag_invalid';

  async function send(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (check.kind !== 'fits' || isTagWrong || busy) return;
    setBusy(true);
    setRefused(null);
    try {
      await store.setAddress(address.trim(), own ?? tag);
      onDone();
    } catch (reason) {
      setRefused(reason);
      setBusy(false);
    }
  }

  return (
    <form className="step" noValidate onSubmit={(event) => void send(event)}>
      <Heading title={title} lead={t('address.lead')} />
      <NetworkChip gateId={order.gate_id} />
      <Field
        id="address"
        className="input mono"
        label={t('address.label', { network: networkName })}
        value={address}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={128}
        problem={isTagRefused ? '' : problem}
        onText={(text) => {
          setAddress(text);
          setRefused(null);
        }}
      />
      {check.kind === 'fits' && <Compare address={check.canonical} />}
      {gate?.has_tag === true && (
        <TagField gate={gate} own={own} tag={tag} onTag={setTag} isWrong={isTagWrong || isTagRefused} />
      )}
      <p className="hint">{t('address.final')}</p>
      <Dock problem={isTagRefused ? problem : ''}>
        <button
          type="submit"
          className="button"
          disabled={check.kind !== 'fits' || isTagWrong || busy}
          aria-busy={busy}
        >
          {t('action.continue')}
        </button>
      </Dock>
    </form>
  );
}

/** The one network that the coins are sent on. */
function NetworkChip({ gateId }: { gateId: CryptoGateId }) {
  const { t } = useCardWords();
  const { asset, networkName, token } = coins[gateId];
  return (
    <p className="terms">
      <span className="chip" data-tone={token ? 'warning' : 'info'}>
        <Icon name={token ? 'alert' : 'network'} size={16} />
        {t('address.only', { asset, network: networkName })}
      </span>
    </p>
  );
}

/** In groups, as wallets show it. */
function Compare({ address }: { address: string }) {
  const { t } = useCardWords();
  return (
    <div className="field" role="status">
      <p className="label">{t('address.compare')}</p>
      <p className="value">
        <Address address={address} />
      </p>
    </div>
  );
}

interface TagProps {
  readonly gate: CardGate;
  /** Of an X-address, which has its tag in it. */
  readonly own: string | null;
  readonly tag: string;
  readonly onTag: (tag: string) => void;
  readonly isWrong: boolean;
}

function TagField({ own, tag, onTag, isWrong }: TagProps) {
  const { t } = useCardWords();
  return (
    <Field
      id="tag"
      label={t('tag.label')}
      value={own ?? tag}
      readOnly={own !== null}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      problem={isWrong ? t('problem.tag') : ''}
      hint={t(own === null ? 'tag.hint' : 'tag.own')}
      onText={(text) => onTag(text.replaceAll(/\D/g, ''))}
    />
  );
}

/** Nothing is wrong with what is still being typed, unless it is a whole address of somewhere else. */
function addressProblem(check: AddressCheck, network: string, t: CardTranslate): string {
  if (check.kind === 'elsewhere') {
    const names = Object.values(coins)
      .filter((coin) => !coin.token && check.networks.includes(coin.network))
      .map(({ networkName }) => networkName);
    return t('address.elsewhere', { found: [...new Set(names)].join(' / '), network });
  }
  return check.kind === 'unreadable' ? t('address.unreadable', { network }) : '';
}
