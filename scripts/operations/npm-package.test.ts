import { spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEndOfFile } from '../../apps/server/src/test-kit/end-of-file.ts'
import { freePort, health, newFolder } from '../../apps/server/src/test-kit/processes.ts'
import { npm } from '../install.mjs'
import { packForNpm } from '../release/npm-package.mjs'
import { capture } from '../tools.mjs'

it('is installed by npm into an empty folder, and starts without a build', async () => {
  const folder = await newFolder()
  // Root's database runs as another user, who reads its programs here.
  chmodSync(folder, 0o755)
  const file = await packForNpm(await newFolder())
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  expect(await npm(['install', ...options, file])).toMatchObject({ code: 0 })

  const cairn = join(folder, 'node_modules/.bin/cairn')
  const env = { PATH: '/usr/bin:/bin', HOME: folder }
  expect(await capture(cairn, ['version'], { cwd: folder, env })).toEqual({
    code: 0,
    output: expect.stringMatching(/^Cairn \d+\.\d+\.\d+, Node 24\./),
  })

  const [PORT, DATA_DIR] = [String(await freePort()), await newFolder()]
  chmodSync(DATA_DIR, 0o755)
  const server = spawn(cairn, ['start'], {
    ...{ cwd: folder, env: { ...env, PORT, DATA_DIR, LOG_LEVEL: 'warn' } },
    stdio: 'inherit',
  })
  const ended = new Promise((resolve) => server.on('close', resolve))
  atEndOfFile(() => {
    server.kill('SIGTERM')
    return ended
  })
  const status = () => health(`http://127.0.0.1:${PORT}`).then((answer) => answer.status, String)
  await expect.poll(status, { timeout: 120_000 }).toBe(200)
  expect((await fetch(`http://127.0.0.1:${PORT}/`)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
})
