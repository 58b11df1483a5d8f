import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { lookup } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Built next to the file; the first encoding the browser accepts is sent. */
const packings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

const isPacked = (name: string) => packings.some(({ ending }) => name.endsWith(ending))

interface Content {
  body: Buffer
  etag: string
}

/**
 * The files of a folder at server start: names are read once, content at the first request. Files
 * outside the folder cannot be reached.
 */
export async function openWebFiles(root: string) {
  const names = new Set<string>()
  for (const file of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (!file.isFile() || file.name.startsWith('.')) continue
    names.add(path.relative(root, path.join(file.parentPath, file.name)).replaceAll('\\', '/'))
  }
  const contents = new Map<string, Promise<Content>>()

  function read(name: string) {
    const known = contents.get(name)
    if (known) return known
    const content = readFile(path.join(root, name)).then((body) => ({
      body,
      etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    }))
    contents.set(name, content)
    content.catch(() => contents.delete(name))
    return content
  }

  return {
    names: [...names].filter((name) => !isPacked(name)),
    has: (name: string) => names.has(name) && !isPacked(name),

    async send(name: string, request: FastifyRequest, reply: FastifyReply) {
      const accepted = String(request.headers['accept-encoding'] ?? '')
      const available = packings.filter(({ ending }) => names.has(name + ending))
      const packing = available.find(({ encoding }) => accepts(accepted, encoding))
      const content = await read(name + (packing?.ending ?? '')).catch(() => undefined)
      // An upgrade replaced the files while this server runs.
      if (!content) return reply.removeHeader('cache-control').callNotFound()
      const { body, etag } = content
      reply.header('etag', etag)
      if (available.length > 0) reply.header('vary', 'accept-encoding')
      // A proxy between may have marked it as weak.
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      if (packing) reply.header('content-encoding', packing.encoding)
      return reply.type(lookup(types, path.extname(name)) ?? 'application/octet-stream').send(body)
    },
  }
}

function accepts(header: string, encoding: string) {
  const part = header.split(',').find((one) => one.trim().split(';')[0]?.trim() === encoding)
  return part !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(part)
}
