// Setup for the benchmarks and the README's pictures: installed, built, and a working Chromium.
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
  const { code } = await show(node, process.argv.slice(2), { env })
  process.exitCode = code
})
