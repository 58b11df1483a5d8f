import { ScriptError, withHeartbeat } from './terminal.mjs'
import { capture } from './tools.mjs'

const isRoot = process.getuid?.() === 0

/** Without questions, and without starting the services that packages bring. */
const quietly = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }

const lacks = async (program) => {
  const { code } = await capture('sh', ['-c', `command -v ${program}`], { env: systemEnv })
  return code !== 0
}

/** With the folders of programs for administrators, which an ordinary PATH lacks. */
export const systemEnv = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

/** What runs the PostgreSQL of a cluster, with its Debian packages. */
export const clusterPrograms = {
  ...{ pg_createcluster: 'postgresql', patroni: 'patroni', etcd: 'etcd-server' },
  ...{ pgbouncer: 'pgbouncer', haproxy: 'haproxy' },
}

/** Installs Debian's packages of programs, as root; for others it says what is missing. */
export async function ensurePrograms(packageOf) {
  const missing = []
  for (const [program, name] of Object.entries(packageOf)) {
    if (await lacks(program)) missing.push(name)
  }
  if (!isRoot || (missing.length > 0 && (await lacks('apt-get')))) {
    throw new ScriptError(
      `These tests need root, on Debian or Ubuntu, and the packages ${Object.values(packageOf).join(', ')}.`,
    )
  }
  if (missing.length === 0) return
  const install = 'apt-get update && apt-get install -y --no-install-recommends "$@"'
  const { code, output } = await withHeartbeat(`Installing ${missing.join(', ')}`, () =>
    capture('sh', ['-c', install, 'sh', ...missing], { env: quietly }),
  )
  if (code !== 0) throw new ScriptError(`${missing.join(', ')} could not be installed.\n${output}`)
}
