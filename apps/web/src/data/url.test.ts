import { describe, expect, it } from 'vitest'
import { buildUrl } from './url.ts'

describe('buildUrl', () => {
  it.each([
    ['/api/instances/', {}, {}, '/api/instances/'],
    ['/api/workspaces/:slug/', { slug: 'acme' }, {}, '/api/workspaces/acme/'],
    ['/a/:slug/b/:project_id/', { slug: 'x', project_id: '1' }, {}, '/a/x/b/1/'],
    ['/a/:slug/', { slug: 'a/b?c' }, {}, '/a/a%2Fb%3Fc/'],
    ['/a/', {}, { q: 'two words', none: undefined, empty: '' }, '/a/?q=two+words&empty='],
    ['/a/', {}, { only: undefined }, '/a/'],
  ])('%s with %o and %o is %s', (template, params, query, url) => {
    expect(buildUrl(template, params, query)).toBe(url)
  })

  it('refuses to leave a segment empty', () => {
    expect(() => buildUrl('/a/:slug/', { slug: '' })).toThrow('/a/:slug/ needs slug')
    expect(() => buildUrl('/a/:slug/')).toThrow('/a/:slug/ needs slug')
  })
})
