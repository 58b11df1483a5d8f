import './require-node.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureInstalled } from './install.mjs'
import { main, say } from './terminal.mjs'
import { node, root, toolEnv } from './tools.mjs'

main(async () => {
  await ensureInstalled()
  const children = [
    prefixed(
      'server',
      node,
      ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
      root,
    ),
    prefixed('web   ', 'vite', [], join(root, 'apps/web')),
  ]
  const stop = (signal) => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

  // Neither is useful alone: when one ends, the other is ended too.
  const ends = children.map((child) => endOf(child))
  const code = await Promise.race(ends)
  stop('SIGTERM')
  await Promise.all(ends)
  return code
})

function prefixed(name, program, args, cwd) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(program, args, {
    cwd,
    env: toolEnv(color),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Separate process groups: Ctrl-C would otherwise reach them twice, from the terminal and from
    // us.
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => say(`${name} | ${line}`))
  }
  return child
}

const endOf = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 0))
  })
