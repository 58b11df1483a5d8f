import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encrypt, isReceiverKey } from './encrypt.ts'
import { decrypt } from './test-kit/decrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

it('produces the example of RFC 8291', () => {
  const receiver = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const random = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  }
  expect(
    encrypt('When I grow up, I want to be a watermelon', receiver, random).toString('base64url'),
  ).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('is decrypted by the browser it is for', () => {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys('base64url')
  const auth = bytes('BTBZMqHH6r4Tts7J_aSIgg')
  const receiver = { p256dh, auth: auth.toString('base64url') }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(decrypt(encrypt(text, receiver), browser.getPrivateKey(), auth)).toBe(text)
    }),
  )
})

it.each([['A'.repeat(87)], ['BA'.padEnd(87, 'A')]])('rejects %s as a key', (p256dh) => {
  expect(isReceiverKey(p256dh)).toBe(false)
})
