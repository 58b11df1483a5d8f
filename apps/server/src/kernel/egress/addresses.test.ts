import { describe, expect, it } from 'vitest'
import { mayConnectTo, readCidrs } from './addresses.ts'

describe('addresses we never connect to on our own', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback, elsewhere in its range', '127.255.255.254'],
    ['private, class A', '10.0.0.1'],
    ['private, class B, first', '172.16.0.0'],
    ['private, class B, last', '172.31.255.255'],
    ['private, class C', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['the cloud’s metadata service', '169.254.169.254'],
    ['carrier-grade NAT, first', '100.64.0.0'],
    ['carrier-grade NAT, last', '100.127.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast, last', '239.255.255.255'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['benchmarking', '198.18.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['IPv6 loopback', '::1'],
    ['IPv6 loopback, written out', '0:0:0:0:0:0:0:1'],
    ['IPv6 unspecified', '::'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 unique local', 'fd12:3456:789a::1'],
    ['IPv6 unique local, the other half', 'fc00::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-mapped, even of a public address', '::ffff:93.184.216.34'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, local prefix', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 benchmarking', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['discard only', '100::1'],
    ['outside the routed part of IPv6', '4000::1'],
  ])('refuses %s: %s', (_kind, address) => {
    expect(mayConnectTo(address)).toBe(false)
  })

  it.each([['93.184.216.34'], ['1.1.1.1'], ['172.32.0.1'], ['100.128.0.1'], ['2606:4700::1111']])(
    'lets the public address %s through',
    (address) => expect(mayConnectTo(address)).toBe(true),
  )

  it.each([[''], ['localhost'], ['127.0.0.1:80'], ['1.2.3.4.5'], ['::g']])(
    'refuses %o, which is no address',
    (address) => expect(mayConnectTo(address)).toBe(false),
  )
})

describe('an operator’s list', () => {
  const allowed = readCidrs(['10.1.0.0/16', ' fd00:1::/32 '])

  it.each([
    ['10.1.2.3', true],
    ['10.2.0.1', false],
    ['fd00:1::5', true],
    ['fd00:2::5', false],
    ['::ffff:10.1.2.3', false],
    ['93.184.216.34', true],
  ])('answers %s with %s', (address, expected) => {
    expect(mayConnectTo(address, allowed)).toBe(expected)
  })

  it.each([['10.0.0.0'], ['10.0.0.0/33'], ['internal'], ['']])(
    'refuses to start with the range %o',
    (cidr) => expect(() => readCidrs([cidr])).toThrow('is not a range of addresses'),
  )
})
