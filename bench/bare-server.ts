import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface Content {
  body: string
  type: string
}

/** The cheapest response Node can give: a server in its own process with one fixed body. */
export async function startBareServer(content: Content) {
  const child = fork(path.join(import.meta.dirname, 'bare-server-process.ts'))
  child.send(content)
  const [port] = await once(child, 'message')
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}
