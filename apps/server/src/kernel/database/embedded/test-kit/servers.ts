import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Account } from '../account.ts'
import type { EmbeddedPostgres } from '../start-embedded.ts'

const running = new Set<ChildProcess>()

export interface Server {
  pid: number
  answer: { connection?: EmbeddedPostgres['connection']; refused?: string }
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Runs `serve.ts` in a separate process and waits for its one line. */
export async function serve(
  dataDir: string,
  options: { node?: string; script?: string; account?: Account | undefined } = {},
): Promise<Server> {
  const { node = process.execPath, account } = options
  const { script = new URL('serve.ts', import.meta.url).pathname } = options
  const child = spawn(node, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  running.add(child)
  const exit = once(child, 'exit')
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    pid: child.pid!,
    answer: JSON.parse(line),
    async kill(signal) {
      child.kill(signal)
      await exit
      running.delete(child)
    },
  }
}

export async function endServers(): Promise<void> {
  for (const child of running) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    running.delete(child)
  }
}
