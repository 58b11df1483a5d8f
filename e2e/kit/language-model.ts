import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  messages: { content: string }[]
}

/** A mock language model: returns the last line of the prompt under a heading. */
export async function startModel() {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked
    const line = asked.messages.at(-1)?.content.trim().split('\n').at(-1)
    const content = `## As asked\n\n${line}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ choices: [{ message: { content } }] }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, stop: () => server.close() }
}
