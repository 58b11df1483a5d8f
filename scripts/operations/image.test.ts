import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort, health, newFolder } from '../../apps/server/src/test-kit/processes.ts'
import { setUp } from '../../apps/server/src/test-kit/visitor.ts'
import { startContainer } from './container.mjs'
import { buildImage } from './image.mjs'

const MAX_BYTES = 120e6

let image: Awaited<ReturnType<typeof buildImage>>

beforeAll(async () => {
  image = await buildImage(await newFolder())
})

/** A fresh file system that the user may write, mounted for a container. */
async function newVolume(user: string) {
  const [uid = 0, gid = 0] = user.split(':').map(Number)
  const volume = await newFolder()
  mkdirSync(join(volume, 'lost+found'), { mode: 0o700 })
  // Runtimes give a volume to the group, or to the user.
  chownSync(volume, gid === 0 ? 0 : uid, gid)
  chmodSync(volume, 0o770)
  return volume
}

async function start(user: string, volume: string) {
  const port = await freePort()
  const environment = [`PORT=${port}`, 'LOG_LEVEL=warn']
  return {
    ...startContainer(image, { user, volume, environment }),
    url: `http://127.0.0.1:${port}`,
  }
}

async function startAndWait(user: string, volume: string) {
  const container = await start(user, volume)
  const status = () => health(container.url).then((answer) => answer.status, container.said)
  await expect.poll(status).toBe(200)
  return container
}

it('is small, belongs to no root, and says how it is checked and stopped', () => {
  expect(image.bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(image.config).toMatchObject({
    ...{ User: '10001:10001', Volumes: { '/data': {} }, ExposedPorts: { '3000/tcp': {} } },
    ...{ StopSignal: 'SIGTERM', Healthcheck: { Test: ['CMD', '/opt/cairn/cairn', 'health'] } },
  })
})

describe.each(['12345:0', '12345:12345'])('as the unnamed user %s', (user) => {
  // @cap:operations.image
  it('serves from a read-only root with one volume, stops cleanly, and keeps and restores its data', async () => {
    const volume = await newVolume(user)
    const first = await startAndWait(user, volume)
    const [, ...check] = image.config.Healthcheck.Test
    expect(await first.exec(...check)).toMatchObject({ code: 0 })
    expect(await first.exec('cairn', 'doctor')).toMatchObject({
      code: 0,
      said: expect.stringContaining('/data is writable.'),
    })
    expect(await first.exec('mkdir', '/tmp/other')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Read-only file system'),
    })
    // Where files are on their way to a bucket.
    expect(await first.exec('mktemp')).toMatchObject({ code: 0 })
    const robin = await setUp(first.url)
    const me = await robin.call('GET', '/api/users/me/')
    const backup = '/data/backup.tar'
    expect(await first.exec('cairn', 'backup', backup)).toMatchObject({ code: 0 })
    expect(await first.stop()).toBe(0)

    // The data folder is a mount point: what is in it is replaced, not the folder.
    const args = ['restore', '--force', backup]
    const restore = startContainer(image, { user, volume, environment: [], args })
    expect([await restore.ended, restore.said()]).toEqual([
      0,
      expect.stringContaining('all are there'),
    ])

    const second = await startAndWait(user, volume)
    expect(await robin.at(second.url).call('GET', '/api/users/me/')).toEqual(me)
    expect(await second.stop()).toBe(0)
  })

  it('stops at once while the database is created, and creates it at the next start', async () => {
    const volume = await newVolume(user)
    const first = await start(user, volume)
    const halves = () => {
      const postgres = join(volume, 'postgres')
      return readdirSync(volume).includes('postgres')
        ? readdirSync(postgres).filter((name) => name.startsWith('database'))
        : []
    }
    await expect.poll(halves).toEqual([expect.stringMatching(/^database\.half-/)])
    expect(await first.stop()).toBe(0)
    expect(halves()).toEqual([])

    const second = await startAndWait(user, volume)
    expect(await second.stop()).toBe(0)
  })
})
