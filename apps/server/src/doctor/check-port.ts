import { once } from 'node:events'
import net from 'node:net'
import type { Config } from '#config'
import { explainStart } from '#kernel/explain-start.ts'
import { findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('port')

/**
 * `isRunning`: whether a server uses the data folder. It should be the one that answers; undefined:
 * several servers may share the database.
 */
export async function checkPort(config: Config, isRunning: boolean | undefined) {
  const { port, host } = config
  try {
    await listenOnce(port, host)
  } catch (error) {
    const answer = await askForVersion(config)
    if (!answer) return problem(explainStart(error, config))
    if (isRunning !== false) return ok(`Cairn ${answer} is running on ${host}:${port}.`)
    return problem(
      `Another Cairn (${answer}) has port ${port}. Set PORT to a free one, or DATA_DIR to the folder of that Cairn.`,
    )
  }
  if (!isRunning) return ok(`${host}:${port} is free.`)
  return warning(
    `Cairn is running, but not on ${host}:${port}. Give this command the PORT and HOST of the server.`,
  )
}

async function listenOnce(port: number, host: string) {
  const server = net.createServer().listen({ port, host })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Where a server with these settings reports its health. */
export function healthAddress({ port, host }: Config): string {
  const asked = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${net.isIPv6(asked) ? `[${asked}]` : asked}:${port}/health/`
}

/** The version of the Cairn that listens there; undefined for other programs. */
async function askForVersion(config: Config): Promise<string | undefined> {
  try {
    const response = await fetch(healthAddress(config), { signal: AbortSignal.timeout(3_000) })
    const { version, database } = (await response.json()) as Record<string, unknown>
    return database && typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
