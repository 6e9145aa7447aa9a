-- The span that wrote the row, for those who trace requests through all processes: the W3C header `traceparent`. Null
-- outside sampled traces, which is all there is while tracing is off.
ALTER TABLE outbox ADD COLUMN traceparent TEXT;
