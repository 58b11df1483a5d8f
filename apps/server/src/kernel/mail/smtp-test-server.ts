import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SmtpSettings } from './smtp.ts'

interface Arrived {
  from: string
  to: string[]
  raw: string
}

export interface TestServer extends AsyncDisposable {
  settings: SmtpSettings
  arrived: Arrived[]
}

export const settingsFor = (port: number, change: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: '127.0.0.1',
  port,
  user: '',
  password: '',
  from: 'Cairn <cairn@example.com>',
  useTls: false,
  useSsl: false,
  ...change,
})

/** A real mail server for tests, which accepts everything by default. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestServer> {
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    settings: settingsFor(port),
    arrived,
    [Symbol.asyncDispose]: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** A server with scripted replies, for dialogues no correct server would have. */
export async function startTcpServer(
  answer: (socket: Socket) => void,
): Promise<AsyncDisposable & { settings: SmtpSettings }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    answer(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    settings: settingsFor((server.address() as AddressInfo).port),
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = await startTcpServer(() => {})
  await server[Symbol.asyncDispose]()
  return server.settings.port
}
