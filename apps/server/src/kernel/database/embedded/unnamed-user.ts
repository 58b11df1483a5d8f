import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * Containers may run as any user id, but initdb requires one that has a name. These variables give
 * it one (https://cwrap.org/nss_wrapper.html); PostgreSQL itself needs none.
 */
export async function nameUser(folder: string): Promise<NodeJS.ProcessEnv> {
  if (hasName()) return {}
  const passwd = join(folder, 'passwd')
  await writeFile(passwd, `cairn:x:${process.getuid?.()}:${process.getgid?.()}::/:/bin/false\n`)
  return {
    LD_PRELOAD: 'libnss_wrapper.so',
    NSS_WRAPPER_PASSWD: passwd,
    NSS_WRAPPER_GROUP: '/dev/null',
  }
}

function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}
