// What the benchmarks and the README's pictures need: installed, built, and a Chromium that runs.
import './require-node.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './terminal.mjs'
import { node, show, toolEnv } from './tools.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const env = toolEnv({ CHROMIUM_PATH: await ensureChromium() })
  process.exitCode = await show(node, process.argv.slice(2), { env })
})
