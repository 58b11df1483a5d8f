import type { Egress, Obstacle } from '#kernel/egress/egress.ts'
import { badRequest } from '#kernel/http/errors.ts'

export interface AddressRules {
  egress: Egress
  /** Allowed regardless of their address or domain. */
  allowedHosts: readonly string[]
  /** Including subdomains. */
  disallowedDomains: readonly string[]
}

const refuse = (url: string | string[]) => badRequest({ url })

const sentences: Record<Obstacle, string> = {
  unresolved: 'Hostname could not be resolved.',
  'no addresses': 'No IP addresses found for the hostname.',
  refused: 'URL resolves to a blocked IP address.',
}

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

function readUrl(typed: string): URL {
  if (/^https?:[/\\]*(?:[?#]|$)/i.test(typed)) throw refuse('Invalid URL: No hostname found.')
  const url = URL.parse(typed)
  if (!url) throw refuse(['Enter a valid URL.'])
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(['Invalid schema. Only HTTP and HTTPS are allowed.'])
  }
  if (url.username || url.password) {
    throw refuse(['The URL must not contain a user name or password.'])
  }
  return url
}

/** Validates the URL for storing. It is checked again at every call. */
export async function readReceiver(
  typed: string,
  { egress, allowedHosts, disallowedDomains }: AddressRules,
): Promise<string> {
  const trimmed = typed.trim()
  if (!trimmed) throw refuse(['This field may not be blank.'])
  const url = readUrl(trimmed)
  const host = url.hostname.replace(/\.$/, '')
  if (allowedHosts.includes(host)) return trimmed
  if (host === 'localhost' || host === '127.0.0.1') throw refuse(['Local URLs are not allowed.'])
  const obstacle = await egress.obstacleTo(url)
  if (obstacle) throw refuse(sentences[obstacle])
  if (disallowedDomains.some((domain) => isWithin(host, domain))) {
    throw refuse('URL domain or its subdomain is not allowed.')
  }
  return trimmed
}
