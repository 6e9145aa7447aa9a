-- Loops that must go on for as long as the gateway runs (followers, simulator, rates): which run of them began last. A run that Temporal
-- lost sight of goes on until another one stands here.
CREATE TABLE kept_loop (
  name     TEXT PRIMARY KEY,            -- `follower:sandbox:BTC`, `rates:production`, `simulator`
  run      UUID NOT NULL,
  began_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
