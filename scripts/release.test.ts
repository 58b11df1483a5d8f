import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseAccount } from '../apps/server/src/kernel/database/embedded/account.ts'
import { atEndOfFile } from '../apps/server/src/test-kit/end-of-file.ts'
import { freePort, health, newFolder } from '../apps/server/src/test-kit/processes.ts'
import { sha256Of } from './release/archive.mjs'
import { externalsOf } from './release/externals.mjs'
import { capture, node, root } from './tools.mjs'

const arch = process.arch

/** Root runs the release as the user that its database would have. */
const account = await databaseAccount('')

/** A folder that this user owns and others may enter. */
async function folderOf(owner?: typeof account) {
  const folder = await newFolder()
  chmodSync(folder, 0o755)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/** Runs a program of the release with nothing of this checkout in its environment. */
function runAlone(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
  cwd = '/',
) {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      text += data
    })
  }
  const ended = new Promise((resolve) => child.on('close', resolve))
  atEndOfFile(() => {
    child.kill('SIGTERM')
    return ended
  })
  return { child, said: () => text, ended }
}

/** Every folder above, in which Node would look for packages. */
const above = (folder: string): string[] =>
  folder === dirname(folder) ? [folder] : [folder, ...above(dirname(folder))]

// @cap:operations.release
it('packs a release that serves from an empty environment, without npm and without this checkout', async () => {
  const out = await folderOf()
  const packed = await capture(node, ['scripts/release.mjs', '--arch', arch, '--out', out], {
    env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000' },
  })
  expect(packed).toMatchObject({ code: 0 })

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `cairn-${version}-linux-${arch}`
  const files = [`${name}.tar.gz`, `cairn-${version}.tgz`, `cairn-${version}.cdx.json`] as const
  const sums = await Promise.all(
    files.map(async (file) => `${await sha256Of(join(out, file))}  ${file}\n`),
  )
  expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(sums.join(''))
  const bom = JSON.parse(readFileSync(join(out, files[2]), 'utf8'))
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  const listed = bom.components.map(
    (each: { group?: string; name: string }) => (each.group ? `${each.group}/` : '') + each.name,
  )
  const externals = externalsOf(join(root, 'apps/server/dist'))
  expect(listed).toEqual(expect.arrayContaining(['node', 'postgresql', 'react', ...externals]))

  const target = await folderOf()
  const archive = join(out, files[0])
  expect(await capture('tar', ['-xzf', archive, '-C', target])).toEqual({ code: 0, output: '' })
  expect(above(target).filter((folder) => existsSync(join(folder, 'node_modules')))).toEqual([])
  const folder = join(target, name)
  const cairn = join(folder, 'cairn')

  const asked = runAlone(cairn, ['version'])
  expect([await asked.ended, asked.said()]).toEqual([
    0,
    expect.stringMatching(`^Cairn ${version}, Node 24\\.`),
  ])
  // Those that are loaded on first use have all their files, too.
  const load = externals.map((external) => `import(${JSON.stringify(external)})`)
  const loaded = runAlone(
    join(folder, 'node/bin/node'),
    ['-e', `Promise.all([${load}])`],
    {},
    join(folder, 'apps/server'),
  )
  expect([await loaded.ended, loaded.said()]).toEqual([0, ''])

  const DATA_DIR = await folderOf(account)
  const PORT = String(await freePort())
  const environment = { HOME: DATA_DIR, DATA_DIR, PORT, LOG_LEVEL: 'silent' }
  const server = runAlone(cairn, ['start'], environment)
  const url = `http://127.0.0.1:${PORT}`
  const status = () => health(url).then((answer) => answer.status, server.said)
  await expect.poll(status, { timeout: 120_000 }).toBe(200)
  const page = await fetch(url)
  const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
  expect([page.status, (await fetch(url + asset)).status]).toEqual([200, 200])

  const doctor = runAlone(cairn, ['doctor'], environment)
  expect([await doctor.ended, doctor.said()]).toEqual([
    0,
    expect.stringContaining(`Cairn ${version} is running on 127.0.0.1:${PORT}.`),
  ])
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
