import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEndOfFile } from '#test/end-of-file.ts'

/** A local server until the file's tests end; its handler is created once the address is known. */
export async function listening(answerAt: (origin: string) => RequestListener): Promise<string> {
  let answer: RequestListener = () => {}
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answer = answerAt(origin)
  atEndOfFile(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return origin
}
