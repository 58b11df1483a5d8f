import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ScriptError } from '../terminal.mjs'

/** The same bytes for the same files: sorted, of one time, owned by root. */
export async function archive(folder, file, epoch) {
  const order = ['--sort=name', '--format=gnu', `--mtime=@${epoch}`]
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  const what = ['-C', dirname(folder), '-cf', '-', basename(folder)]
  const tar = spawn('tar', [...order, ...owner, ...what], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [[code]] = await Promise.all([
    once(tar, 'close'),
    pipeline(tar.stdout, createGzip(), createWriteStream(file)),
  ])
  if (code !== 0) throw new ScriptError(`${file} could not be written.`)
}

export async function sha256Of(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
