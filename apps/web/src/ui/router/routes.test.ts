import { expect, it } from 'vitest'
import { findRoute, type Level, within } from './routes.ts'

const page: readonly Level[] = [{}]
const routes = {
  '/': page,
  '/sign-up/': page,
  '/$slug/': page,
  '/$slug/projects/': page,
  '/$slug/projects/archives/': page,
  '/$slug/projects/$projectId/issues/': page,
  '/$slug/projects/$projectId/settings/$/': page,
  '/profile/': page,
  '/profile/$/': page,
}

const found = (pathname: string) => {
  const { path, params } = findRoute(routes, pathname) ?? {}
  return [path, params]
}

it('finds the page of an address, with its parameters', () => {
  expect(found('/trail/projects/7/issues/')).toEqual([
    '/$slug/projects/$projectId/issues/',
    { slug: 'trail', projectId: '7' },
  ])
})

it('prefers words to parameters, the first ones first', () => {
  expect(found('/sign-up/')[0]).toBe('/sign-up/')
  expect(found('/trail/projects/archives/')[0]).toBe('/$slug/projects/archives/')
})

it('reads addresses in any case, but keeps that of parameters', () => {
  expect(found('/Trail/Projects/')).toEqual(['/$slug/projects/', { slug: 'Trail' }])
})

it('reads the rest of a path as one parameter', () => {
  expect(found('/trail/projects/7/settings/labels/new/')).toEqual([
    '/$slug/projects/$projectId/settings/$/',
    { slug: 'trail', projectId: '7', _splat: 'labels/new' },
  ])
  expect(found('/profile/')[0]).toBe('/profile/')
  expect(found('/profile/security/')[1]).toEqual({ _splat: 'security' })
})

it('decodes parameters, and leaves what is not encoded well', () => {
  expect(found('/a%20b/')[1]).toEqual({ slug: 'a b' })
  expect(found('/100%/')[1]).toEqual({ slug: '100%' })
})

it('finds nothing for an unknown address', () => {
  expect(found('/trail/elsewhere/')[0]).toBeUndefined()
})

it('puts pages into their frame', () => {
  const frame: Level = {}
  const [outer, inner] = within(frame, { '/a/': page })['/a/']
  expect([outer, inner]).toEqual([frame, page[0]])
})
