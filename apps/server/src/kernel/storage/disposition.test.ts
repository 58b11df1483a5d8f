import { describe, expect, it } from 'vitest'
import { dispositionFor } from './disposition.ts'

describe('a stored file', () => {
  it.each([['image/png'], ['image/jpeg'], ['image/gif'], ['image/webp'], ['image/avif']])(
    'is shown when it is a picture of pixels: %s',
    (type) => {
      expect(dispositionFor(type)).toEqual({
        'content-type': type,
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
    },
  )

  it.each([
    ['image/svg+xml'],
    ['text/html'],
    ['application/xhtml+xml'],
    ['text/xml'],
    ['application/pdf'],
    ['text/javascript'],
    ['text/plain'],
    ['image/tiff'],
    ['video/mp4'],
    ['application/octet-stream'],
    ['IMAGE/PNG'],
    [''],
  ])('is only saved, sandboxed and never guessed at, when it is %o', (type) => {
    expect(dispositionFor(type)).toMatchObject({
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('is saved when somebody asked to download it, picture or not', () => {
    const headers = dispositionFor('image/png', { attachment: true, name: 'a.png' })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="a\.png"/)
  })

  it.each([['text/html\r\nset-cookie: a=b'], ['text/html; charset=utf-7'], ['nonsense'], ['']])(
    'has no type that is none: %o',
    (type) => {
      expect(dispositionFor(type)['content-type']).toBe('application/octet-stream')
    },
  )

  it.each([
    ['plan.pdf', `filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
    [
      'Größe 😄.png',
      `filename="Gr__e __.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%F0%9F%98%84.png`,
    ],
    ['a"b\\c.txt', `filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
    ["it's (1)*.txt", `filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
    ['a\r\nset-cookie: b', `filename="aset-cookie: b"; filename*=UTF-8''aset-cookie%3A%20b`],
    ['photo\u202egpj.exe', `filename="photogpj.exe"; filename*=UTF-8''photogpj.exe`],
    ['half \ud83d', `filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
  ])('carries the name %o in a header that cannot be broken out of', (name, expected) => {
    const header = dispositionFor('application/pdf', { name })['content-disposition']
    expect(header).toBe(`attachment; ${expected}`)
    expect(header).toMatch(/^[\x20-\x7e]*$/)
  })
})
