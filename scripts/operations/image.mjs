import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemEnv } from '../system-packages.mjs'
import { ScriptError } from '../terminal.mjs'
import { capture, node } from '../tools.mjs'

/** What the image needs of its base; their dependencies come along. */
const BASE_PACKAGES = ['base-files', 'coreutils', 'dash', 'libnss-wrapper', 'libstdc++6']
const UNNEEDED = [
  '/usr/share/doc/*',
  '/usr/share/info/*',
  '/usr/share/locale/*',
  '/usr/share/man/*',
]

/** Where this machine gets its own packages from. */
const SOURCES = [
  'sources.list',
  'sources.list.d/debian.sources',
  'sources.list.d/ubuntu.sources',
].map((name) => join('/etc/apt', name))

async function succeed(program, args, options) {
  const { code, output } = await capture(program, args, { env: systemEnv, ...options })
  if (code !== 0) throw new ScriptError(`${program} ${args.join(' ')}\n${output}`)
  return output
}

/** Builds the image of this checkout's release in `folder`, without a registry or a daemon. */
export async function buildImage(folder) {
  // A driver that works on every file system.
  const places = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
  const storage = [...places, '--storage-driver', 'vfs']
  const buildah = (args, options) => succeed('buildah', [...storage, ...args], options)

  await succeed(node, ['scripts/release.mjs', '--arch', process.arch, '--out', folder])
  const isRelease = (name) => name.endsWith(`-linux-${process.arch}`)
  const release = join(folder, readdirSync(folder).find(isRelease))

  const base = join(folder, 'base.tar')
  await succeed('mmdebstrap', [
    ...['--variant=extract', `--include=${BASE_PACKAGES.join(',')}`],
    ...UNNEEDED.map((path) => `--dpkgopt=path-exclude=${path}`),
    ...['', base, ...SOURCES.filter((file) => existsSync(file))],
  ])
  const scratch = await buildah(['from', 'scratch'])
  await buildah(['add', '--quiet', scratch, base, '/'])
  await buildah(['commit', '--quiet', '--rm', scratch, 'base'])

  // Health checks are not in the standard of OCI, but in the format that all runtimes read.
  const build = ['build', '--isolation', 'chroot', '--format', 'docker', '--tag', 'cairn']
  const from = ['--build-arg', 'BASE=localhost/base', '--file', 'deploy/Containerfile']
  await buildah([...build, ...from, '.'], { cwd: release })
  const pushed = join(folder, 'pushed')
  mkdirSync(pushed)
  await buildah(['push', '--quiet', 'cairn', `dir:${pushed}`])
  const bytes = readdirSync(pushed).reduce(
    (sum, name) => sum + statSync(join(pushed, name)).size,
    0,
  )

  const { Docker } = JSON.parse(await buildah(['inspect', '--type', 'image', 'cairn']))
  const container = await buildah(['from', '--pull-never', 'cairn'])
  return { config: Docker.config, bytes, root: await buildah(['mount', container]) }
}
