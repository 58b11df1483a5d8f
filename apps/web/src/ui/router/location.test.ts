import { describe, expect, it } from 'vitest'
import { hrefOf, isSameSearch, readLocation } from './location.ts'

describe('the address of a page', () => {
  it('has the parameters in its path', () => {
    const params = { slug: 'trail-maps', key: 'TM-12' }
    expect(hrefOf({ to: '/$slug/browse/$key/', params })).toBe('/trail-maps/browse/TM-12/')
  })

  it('has no slash that was in a parameter', () => {
    expect(hrefOf({ to: '/$slug/', params: { slug: 'a/b c' } })).toBe('/a%2Fb%20c/')
  })

  it('keeps the slashes of the rest of a path', () => {
    expect(hrefOf({ to: '/profile/$/', params: { _splat: 'a/b' } })).toBe('/profile/a/b/')
  })

  it('leaves out what is not set', () => {
    const search = { tab: 'info', version: undefined }
    expect(hrefOf({ to: '/', search, hash: 'top' })).toBe('/?tab=info#top')
  })

  it('may already have a query and a hash', () => {
    expect(hrefOf({ to: '/a/?b=1#c' })).toBe('/a/?b=1#c')
  })

  it('has a slash at its end', () => {
    expect(hrefOf({ to: '/a' })).toBe('/a/')
  })

  it('stays on this server', () => {
    expect(hrefOf({ to: '//elsewhere.example/a' })).toMatch(/^\/[^/]/)
  })
})

describe('a location', () => {
  it('has values that stay strings', () => {
    expect(readLocation('/a?email=123&on=true').search).toEqual({ email: '123', on: 'true' })
  })

  it('has its hash without the mark', () => {
    const { hash, href } = readLocation('/a?b=1#comment-7')
    expect({ hash, href }).toEqual({ hash: 'comment-7', href: '/a/?b=1#comment-7' })
  })
})

it('compares queries by their values, in any order', () => {
  expect(isSameSearch({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSameSearch({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(isSameSearch({ a: '1' }, { b: '1' })).toBe(false)
})
