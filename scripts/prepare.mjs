// What `npm start` does before its shell becomes the server: install and build, where needed.
import './require-node.mjs'
import { ensureBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './terminal.mjs'
import { ensureWarm } from './warm-server.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await ensureWarm()
})
