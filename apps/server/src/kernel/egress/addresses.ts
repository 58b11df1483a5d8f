import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Cidr = [Address, number]

// The only part of IPv6 that is routed on the internet. Requiring it, instead of listing
// exceptions, also excludes `::127.0.0.1`, `fec0::/10` and future reserved ranges.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Reads an operator's list. A typing error stops the start instead of silently allowing nothing. */
export function readCidrs(cidrs: string[]): Cidr[] {
  return cidrs.map((cidr) => {
    try {
      return ipaddr.parseCIDR(cidr.trim())
    } catch {
      throw new Error(`'${cidr}' is not a range of addresses like 10.0.0.0/8 or fd00::/8`)
    }
  })
}

const contains = ([base, bits]: Cidr, address: Address) =>
  base.kind() === address.kind() && address.match(base, bits)

// Mapped, NAT64, 6to4 and Teredo addresses contain an IPv4 address: ipaddr.js names their ranges,
// so none of them counts as unicast here.
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || contains(globalUnicast, address)
}

/** Whether we may connect to this address, as given by the resolver or a URL's host. */
export function mayConnectTo(address: string, allowed: Cidr[] = []): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return isPublic(parsed) || allowed.some((cidr) => contains(cidr, parsed))
}
