// The first import of every program that people start with `node`: older versions of Node understand most of the
// code, and then do nothing, or fail with words that help nobody. Those before 22.18 read no TypeScript at all:
// `npm run` brings its own Node.
const needed = [24, 2] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    `Tidegate needs Node ${needed.join('.')} or newer; this is ${process.version} (${process.execPath}).\n` +
      'Install a newer Node, or use the command as npm run …, which brings the right one.\n',
  );
  process.exit(1);
}
