-- Of the days before: reads all hours, so it is apart from the migration that locks tables.
INSERT INTO rate_day (mode, asset, currency, day, value)
  SELECT DISTINCT ON (mode, asset, currency, (hour AT TIME ZONE 'UTC')::date)
    mode, asset, currency, (hour AT TIME ZONE 'UTC')::date, value
  FROM rate_hour ORDER BY mode, asset, currency, (hour AT TIME ZONE 'UTC')::date, hour;
