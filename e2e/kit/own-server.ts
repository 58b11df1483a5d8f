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

/** A server with its own data folder, which is deleted with it. */
export async function startServer(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cairn-own-'))
  const port = await freePort()
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
    async stop() {
      server.removeAllListeners('exit')
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
