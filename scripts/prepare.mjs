// What `npm start` does before its shell becomes the server: install and build, where needed.
import './require-node.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './terminal.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
