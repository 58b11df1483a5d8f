import { describe, expect, it } from 'vitest'
import { invitationIn, readAuthSearch, stepAfter } from './auth-search.ts'

const email = 'ada@cairn.test'

describe('stepAfter', () => {
  it.each([
    ['5035', ['sign_up', 'password']],
    ['5065', ['sign_in', 'password']],
    ['5092', ['sign_up', 'code']],
    ['5050', ['sign_up', 'code']],
    ['5097', ['sign_up', 'code']],
    ['5102', ['sign_up', 'code']],
    ['5090', ['sign_in', 'code']],
    ['5080', ['sign_in', 'code']],
    ['5095', ['sign_in', 'code']],
    ['5100', ['sign_in', 'code']],
    ['5060', undefined],
  ])('%s leads to %o', (error_code, step) => {
    expect(stepAfter({ error_code, email })).toEqual(step)
  })

  it('is the first one without an address', () => {
    expect(stepAfter({ error_code: '5065' })).toBeUndefined()
  })
})

describe('invitationIn', () => {
  const link = { slug: 'acme', invitation_id: '7', token: 'secret' }

  it('reads the whole link, or nothing', () => {
    const invitation = { slug: 'acme', id: '7', token: 'secret' }
    expect(invitationIn(readAuthSearch({ ...link, email }))).toEqual(invitation)
    expect(invitationIn({ slug: 'acme', invitation_id: '7' })).toBeUndefined()
  })
})
