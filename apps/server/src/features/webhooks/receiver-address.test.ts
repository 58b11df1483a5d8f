import { expect, it } from 'vitest'
import { createEgress } from '#kernel/egress/egress.ts'
import { readReceiver } from './receiver-address.ts'

const hosts: Record<string, string[]> = {
  'hooks.example.com': ['93.184.216.34'],
  'inside.example.com': ['10.1.2.3'],
  'mixed.example.com': ['93.184.216.34', '192.168.0.9'],
  'empty.example.com': [],
  'cairn.example.com': ['93.184.216.35'],
  'deep.cairn.example.com': ['93.184.216.35'],
  'notcairn.example.com': ['93.184.216.36'],
}

const egress = createEgress({
  allow: ['172.16.5.0/24'],
  allowHosts: ['runner.internal', 'inside.example.com'],
  resolve: async (host) => {
    const found = hosts[host]
    if (!found) throw new Error('ENOTFOUND')
    return found.map((address) => ({ address, family: 4 }))
  },
})
const read = (url: string, allowedHosts = ['runner.internal']) =>
  readReceiver(url, { egress, allowedHosts, disallowedDomains: ['cairn.example.com'] })

const because = (url: unknown) => expect.objectContaining({ status: 400, body: { url } })

// @cap:webhooks.url-rules
it.each([
  ['not an address', ['Enter a valid URL.']],
  ['http://[::1', ['Enter a valid URL.']],
  ['   ', ['This field may not be blank.']],
  ['ftp://hooks.example.com/', ['Invalid schema. Only HTTP and HTTPS are allowed.']],
  ['javascript:alert(1)', ['Invalid schema. Only HTTP and HTTPS are allowed.']],
  ['http://localhost/hook', ['Local URLs are not allowed.']],
  ['http://LOCALHOST:8080/hook', ['Local URLs are not allowed.']],
  ['http://127.0.0.1:9000/', ['Local URLs are not allowed.']],
  ['http://2130706433/', ['Local URLs are not allowed.']],
  ['http://ada:secret@hooks.example.com/', ['The URL must not contain a user name or password.']],
  ['http://', 'Invalid URL: No hostname found.'],
  ['https://?a=1', 'Invalid URL: No hostname found.'],
  ['https://nowhere.example.com/', 'Hostname could not be resolved.'],
  ['https://empty.example.com/', 'No IP addresses found for the hostname.'],
  ['https://mixed.example.com/', 'URL resolves to a blocked IP address.'],
  ['http://127.0.0.2/', 'URL resolves to a blocked IP address.'],
  ['http://10.0.0.1/', 'URL resolves to a blocked IP address.'],
  ['http://169.254.169.254/latest/', 'URL resolves to a blocked IP address.'],
  ['http://0.0.0.0/', 'URL resolves to a blocked IP address.'],
  ['http://224.0.0.1/', 'URL resolves to a blocked IP address.'],
  ['http://[::1]/', 'URL resolves to a blocked IP address.'],
  ['http://[::ffff:10.0.0.1]/', 'URL resolves to a blocked IP address.'],
  ['https://cairn.example.com/', 'URL domain or its subdomain is not allowed.'],
  ['https://deep.cairn.example.com/', 'URL domain or its subdomain is not allowed.'],
])('refuses %o and says why', async (url, sentence) => {
  await expect(read(url)).rejects.toEqual(because(sentence))
})

// @cap:webhooks.url-rules
it.each([
  ['https://hooks.example.com/a?b=c#d'],
  ['http://hooks.example.com:8080/'],
  ['https://notcairn.example.com/'],
  ['http://172.16.5.9/'],
  ['http://runner.internal/'],
])('takes %s', async (url) => {
  expect(await read(` ${url} `)).toBe(url)
})

it('asks an operator’s hosts nothing, not even where they are', async () => {
  expect(await read('http://localhost:3000/x', ['localhost'])).toBe('http://localhost:3000/x')
  expect(await read('https://cairn.example.com/', ['cairn.example.com'])).toContain('cairn')
})
