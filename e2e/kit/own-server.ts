import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** A server with its own data folder, which is deleted with it unless it is started again. */
export async function startServer(environment: Record<string, string> = {}) {
  const { DATA_DIR, PORT } = environment
  const dataDir = DATA_DIR ?? (await mkdtemp(path.join(os.tmpdir(), 'cairn-own-')))
  const port = PORT ?? (await freePort())
  const server = spawn(process.execPath, ['apps/server/dist/main.cjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (data) => String(data).includes('ready') && resolve())
    server.on('exit', () => reject(new Error('the server did not start')))
  })
  return {
    baseURL: `http://localhost:${port}`,
    dataDir,
    port: String(port),
    async stop({ retainsData = false } = {}) {
      server.removeAllListeners('exit')
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      if (!retainsData) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
