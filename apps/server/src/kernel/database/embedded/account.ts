import { readFile, stat } from 'node:fs/promises'
import { EmbeddedStartError } from './start-error.ts'

/** The user PostgreSQL runs as if Cairn itself is root, which PostgreSQL refuses. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Undefined for an ordinary user: PostgreSQL then runs as that user. */
export async function databaseAccount(database: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = await readAccounts()

  // An existing database stays with its owner, also one created by an ordinary user.
  const owner = await stat(database).catch(() => undefined)
  if (owner && owner.uid !== 0) {
    const name = accounts.find(({ uid }) => uid === owner.uid)?.name ?? `user ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }

  const account = ['cairn', 'nobody']
    .map((wanted) => accounts.find(({ name, uid }) => name === wanted && uid !== 0))
    .find((found) => found !== undefined)
  if (account) return account
  throw new EmbeddedStartError(
    'PostgreSQL does not run as root and there is no user "nobody": start Cairn as another user.',
  )
}

async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    // On macOS the user `nobody` has the id -2; chown needs the unsigned form.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : []
  })
}
