import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** Responds to each request, and then sends all clients the given text, nothing else. */
process.once('message', (text: string) => {
  const server = createServer((_request, response) => {
    response.writeHead(204)
    response.end()
    setImmediate(() => {
      for (const socket of sockets.clients) socket.send(text)
    })
  })
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address?.port)
  })
})
process.once('disconnect', () => process.exit())
