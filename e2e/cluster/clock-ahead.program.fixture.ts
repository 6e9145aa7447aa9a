// Loaded into a program with `--import`: its clock is ten minutes ahead of everybody else's. Timers and measured times
// are right, as on a machine whose time was set wrongly. Not libfaketime, which not every machine can install.
const AHEAD_MS = 600_000;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], self) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + AHEAD_MS] : args, self) as object,
  get: (target, name, self) => (name === 'now' ? () => target.now() + AHEAD_MS : Reflect.get(target, name, self)),
});
