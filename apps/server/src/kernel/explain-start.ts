import type { Config } from '#config'
import { isDatabaseAway, isDiskFull } from './http/errors.ts'

/** Why Cairn did not start, as one line a user can act on. */
export function explainStart(error: unknown, { port, host, dataDir }: Config): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Set PORT to a free one, or stop that program.`
  }
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${host}. Set HOST to one it has.`
  if (code === 'EACCES' && message.includes('listen')) {
    return `Port ${port} needs more rights than this user has. Set PORT to 1024 or higher.`
  }
  if (isDiskFull(error)) return `No disk space is left for ${dataDir}.`
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message}`
  return message.split('\n')[0] ?? message
}
