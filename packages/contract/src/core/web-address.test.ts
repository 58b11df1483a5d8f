import { expect, it } from 'vitest'
import { toWebAddress } from './web-address.ts'

it.each([
  ['docs.example.com', 'http://docs.example.com'],
  [' https://docs.example.com/a?b=c#d ', 'https://docs.example.com/a?b=c#d'],
  ['HTTPS://Docs.Example.com', 'HTTPS://Docs.Example.com'],
  ['localhost:3000/x', 'http://localhost:3000/x'],
  ['10.0.0.1', 'http://10.0.0.1'],
  ['http://[::1]/', 'http://[::1]/'],
  ['bücher.example', 'http://bücher.example'],
  ['javascript:alert(1)', null],
  ['javascript://docs.example.com/%0aalert(1)', null],
  ['data:text/html,x', null],
  ['ftp://docs.example.com', null],
  ['mailto:ada@cairn.example', null],
  ['http://ada:secret@docs.example.com', null],
  ['docs', null],
  ['two words.example', null],
  ['http://docs.example.com\\@evil.example', null],
  ['http://', null],
  ['', null],
])('reads %o as %o', (typed, address) => {
  expect(toWebAddress(typed)).toBe(address)
})
