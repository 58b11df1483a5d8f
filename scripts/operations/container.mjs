import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEndOfFile } from '../../apps/server/src/test-kit/end-of-file.ts'
import { systemEnv } from '../system-packages.mjs'

/** How long runtimes wait after the stop signal, as `deploy/compose.yaml` has it. */
const STOP_SECONDS = 30

/** Mounts what a runtime does, makes the rest read-only, and becomes the first process. */
const MOUNT_AND_START = `
  set -eu
  root=$1 volume=$2 user=$3; shift 3
  mount --bind "$root" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mount --bind "$volume" "$root/data"
  mount -o remount,bind,ro "$root"
  exec chroot --userspec="$user" --groups= "$root" env -i "$@"`

/** Collects what a program prints. */
function watch(child) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      text += data
    })
  }
  const ended = new Promise((resolve) => child.on('close', resolve))
  return { said: () => text, ended }
}

/**
 * Starts the image as a runtime would: with process ids of its own, in which it is the first, as a
 * user without a name, on a read-only file system with one volume. The network is this machine's.
 */
export function startContainer({ config, root }, { user, volume, environment, args = config.Cmd }) {
  const [uid, gid] = user.split(':')
  const variables = [...config.Env, ...environment]
  const program = [...config.Entrypoint, ...args]
  const stdio = ['ignore', 'pipe', 'pipe']
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', '--'],
      ...['sh', '-c', MOUNT_AND_START, 'sh', root, volume, user, ...variables, ...program],
    ],
    { env: systemEnv, stdio },
  )
  const { said, ended } = watch(child)
  atEndOfFile(() => {
    child.kill('SIGKILL')
    return ended
  })

  const firstProcess = () => {
    const tasks = join('/proc', String(child.pid), 'task', String(child.pid))
    return readFileSync(join(tasks, 'children'), 'utf8').trim()
  }
  return {
    said,
    ended,
    /** Runs a program in it, like the health check of a runtime. */
    async exec(...args) {
      const into = ['--mount', '--pid', '--root', '--wd', '--setuid', uid, '--setgid', gid]
      const entered = ['--target', firstProcess(), ...into, '--', 'env', '-i', ...variables]
      const inside = spawn('nsenter', [...entered, ...args], { env: systemEnv, stdio })
      const { said, ended } = watch(inside)
      return { code: await ended, said: said() }
    },
    /** Its exit code, which is none if it had to be killed. */
    async stop() {
      process.kill(Number(firstProcess()), config.StopSignal ?? 'SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000)
      const code = await ended
      clearTimeout(kill)
      return code
    },
  }
}
