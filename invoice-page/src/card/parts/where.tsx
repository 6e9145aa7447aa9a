import type { CardPartner } from '../../../../contract/card-payment.ts';
import { CARD_METHODS, type CardMethod } from '../../../../domain/card-orders/payment-method.ts';
import type { Where } from '../model/purchase-form.ts';
import { useCardWords } from '../words.tsx';

interface Props {
  readonly partner: CardPartner;
  readonly where: Where;
  readonly onWhere: (where: Where) => void;
  /** Those that the currency can be paid with. */
  readonly methods: readonly CardMethod[];
}

/** Asks for both: prices, and whether the seller may sell at all, depend on them. */
export function WhereFields({ partner, where, onWhere, methods }: Props) {
  const { t, locale } = useCardWords();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const countries = partner.countries
    .map(({ code, allowed }) => ({ code, allowed, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
  const chosen = partner.countries.find(({ code }) => code === where.country);
  const offered = CARD_METHODS.filter(
    (method) => methods.includes(method) && (chosen === undefined || chosen.methods.includes(method)),
  );
  return (
    <>
      <div className="field">
        <label className="label" htmlFor="country">
          {t('where.country')}
        </label>
        <select
          id="country"
          className="input"
          value={where.country}
          aria-invalid={chosen?.allowed === false}
          aria-describedby="country-problem"
          autoComplete="country"
          onChange={({ currentTarget }) => onWhere({ ...where, country: currentTarget.value })}
        >
          <option value="">{t('where.choose')}</option>
          {countries.map(({ code, allowed, name }) => (
            <option key={code} value={code}>
              {allowed ? name : t('where.not_served', { country: name })}
            </option>
          ))}
        </select>
        <p className="problem" id="country-problem" role="alert">
          {chosen?.allowed === false ? t('where.closed', { partner: partner.name }) : ''}
        </p>
      </div>
      {offered.length > 1 && (
        <fieldset className="field methods">
          <legend className="label">{t('where.method')}</legend>
          <div className="swap">
            {offered.map((method) => (
              <label key={method}>
                <input
                  type="radio"
                  name="method"
                  checked={where.method === method}
                  onChange={() => onWhere({ ...where, method })}
                />
                <span>{t(`method.${method}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
