import { createServer } from 'node:http'
import type { Content } from './bare-server.ts'

process.once('message', ({ body, type }: Content) => {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address?.port)
  })
})
process.once('disconnect', () => process.exit())
