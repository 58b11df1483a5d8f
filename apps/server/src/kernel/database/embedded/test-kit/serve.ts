import { startEmbedded } from '../start-embedded.ts'

// A server with only its database, for tests that need a separate process to kill.
const silent = () => undefined
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const log = { info: silent, warn: silent, error: silent }
  const { connection, stop } = await startEmbedded({ dataDir: process.argv[2]!, log })
  process.once('SIGTERM', stop)
  say({ connection })
} catch (error) {
  say({ refused: (error as Error).message })
}
