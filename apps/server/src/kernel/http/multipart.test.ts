import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { SOON, startCpuTimer } from '#test/cpu-time.ts'
import { readUploadForm } from './multipart.ts'

const options = { type: 'multipart/form-data; boundary=cut', fileField: 'file' }
const field = (name: string, value: string) =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string) =>
  `--cut\r\ncontent-type: image/png\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${content}\r\n--cut--\r\n`

async function* inPieces(form: string, size: number) {
  const bytes = Buffer.from(form)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(form: string, size = 7, given = options) {
  const { fields, content } = await readUploadForm(inPieces(form, size), given)
  return { fields, content: (await buffer(content)).toString() }
}

const broken = 'The form is incomplete or not well formed.'

describe('a form', () => {
  const form =
    field('key', 'acme/0f') + field('Content-Type', 'image/png') + file('the\r\n--cu\r\nbytes')

  it.each([1, 2, 3, 5, 8, 13, 64, 1000])(
    'is read whole when it comes in pieces of %d bytes',
    async (size) => {
      expect(await read(form, size)).toEqual({
        fields: { key: 'acme/0f', 'Content-Type': 'image/png' },
        content: 'the\r\n--cu\r\nbytes',
      })
    },
  )

  it('may have empty values, an empty file, a preface and a quoted boundary', async () => {
    const quoted = { ...options, type: 'multipart/form-data; charset=utf-8; boundary="cut"' }
    expect(await read(`for old readers\r\n${field('a', '')}${file('')}`, 9, quoted)).toEqual({
      fields: { a: '' },
      content: '',
    })
  })

  it('is read no further than somebody asks', async () => {
    let pulled = 0
    async function* endless() {
      yield Buffer.from(`${field('a', '1')}${file('x').split('\r\n--cut--')[0]}`)
      for (;;) {
        pulled += 1
        yield Buffer.alloc(1000)
      }
    }
    const { content } = await readUploadForm(endless(), options)
    expect(pulled).toBe(0)
    const pieces = content[Symbol.asyncIterator]()
    for (let asked = 1; asked <= 5; asked++) {
      await pieces.next()
      expect(pulled).toBeLessThanOrEqual(asked)
    }
  })

  it.each([
    ['nothing', ''],
    ['no file', `${field('a', '1')}--cut--\r\n`],
    ['a file without an end', field('a', '1') + file('half').slice(0, -10)],
    ['a part without a name', '--cut\r\nx: y\r\n\r\nvalue\r\n--cut--'],
    ['another boundary', file('x').replaceAll('cut', 'torn')],
    ['an endless value', field('a', 'x'.repeat(30_000)) + file('x')],
    ['endless headers', `--cut\r\n${'x: y\r\n'.repeat(5000)}\r\n`],
    ['too many fields', field('a', '1').repeat(50) + file('x')],
    ['ten thousand parts', field('a', '1').repeat(10_000) + file('x')],
    ['a header line of 10 MB', `--cut\r\nx: ${'y'.repeat(10_000_000)}\r\n\r\n`],
    ['10 MB before its first part', 'x'.repeat(10_000_000) + file('x')],
    [
      'a part without an end',
      `${field('a', '1')}--cut\r\ncontent-disposition: form-data; name="b"`,
    ],
    ['a name without an end', '--cut\r\ncontent-disposition: form-data; name="a\r\n\r\n1\r\n--cut'],
    ['nothing but boundaries', '--cut\r\n'.repeat(100_000)],
  ])('with %s is refused', async (_what, text) => {
    const spent = startCpuTimer()
    await expect(read(text, 1000)).rejects.toMatchObject({ status: 400, body: { error: broken } })
    expect(spent()).toBeLessThan(SOON)
  })

  it('has fields of any name, also those every object has', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const { fields } = await read(names.map((name) => field(name, 'x')).join('') + file('x'))
    expect(Object.entries(fields)).toEqual(names.map((name) => [name, 'x']))
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  })

  it('is read in time when it comes byte by byte', async () => {
    const spent = startCpuTimer()
    await read(field('a', 'x'.repeat(20_000)).repeat(5) + file('x'), 1)
    expect(spent()).toBeLessThan(SOON)
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
  ])('without a boundary is refused: %s', async (type) => {
    await expect(read(form, 100, { ...options, type })).rejects.toMatchObject({ status: 400 })
  })
})
