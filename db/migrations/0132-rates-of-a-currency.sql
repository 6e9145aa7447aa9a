-- The rates of a currency in a period, of all assets, without a look at each.
CREATE INDEX rate_day_of_currency ON rate_day (mode, currency, day) INCLUDE (asset, value);
