import './require-node.mjs'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './terminal.mjs'
import { node, root, toolEnv } from './tools.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const server = join(root, 'apps/server/src/main.ts')
  // Where Node can, this process becomes the server: one process less, and signals go straight in.
  if (process.execve) process.execve(node, [node, server], toolEnv())
  return runServer(server)
})

function runServer(server) {
  // A group of its own: Ctrl-C would otherwise reach it twice, and the second one means "at once".
  const child = spawn(node, [server], { stdio: 'inherit', detached: true, env: toolEnv() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
