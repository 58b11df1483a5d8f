// The torture test: installed, built, and for a cluster with the programs of one.
import './require-node.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { clusterPrograms, ensurePrograms, systemEnv } from './system-packages.mjs'
import { main } from './terminal.mjs'
import { node, show } from './tools.mjs'

main(async () => {
  const words = process.argv.slice(2)
  if (words.includes('--cluster')) await ensurePrograms(clusterPrograms)
  await ensureInstalled()
  await ensureBuilt()
  const { code } = await show(node, ['bench/torture.ts', ...words], { env: systemEnv })
  return code
})
