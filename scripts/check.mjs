import './require-node.mjs'
import { runChecks } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { main, say } from './terminal.mjs'

main(async () => {
  await ensureInstalled()
  const failed = await runChecks()
  say(failed === 0 ? 'All checks passed.' : `${failed} of the checks failed.`)
  return failed === 0 ? 0 : 1
})
