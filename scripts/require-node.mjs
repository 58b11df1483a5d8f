// Imported first by every script: an old Node would fail later, on unsupported features.
const [major] = process.versions.node.split('.')
if (Number(major) < 20) {
  process.stderr.write(`Cairn needs Node 20 or newer to start; this is ${process.versions.node}.\n`)
  process.exit(1)
}
