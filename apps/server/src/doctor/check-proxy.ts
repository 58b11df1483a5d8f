import ipaddr from 'ipaddr.js'
import type { Config } from '#config'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('proxy headers')

/** Names that stand for networks in TRUST_PROXY. */
const networks = new Set(['loopback', 'linklocal', 'uniquelocal'])
const isNetwork = (text: string) =>
  networks.has(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

/** Settings that contradict each other. */
export function checkProxy({ webUrl, trustProxy, host }: Config): Finding {
  const isHttps = webUrl?.startsWith('https:')
  if (trustProxy === false) {
    return isHttps
      ? problem(
          `WEB_URL is ${webUrl}, but the headers of the proxy that ends https are ignored. Set TRUST_PROXY to the number of proxies (1) or their addresses.`,
        )
      : ok('No proxy is trusted.')
  }
  if (typeof trustProxy === 'object') {
    const wrong = trustProxy.find((text) => !isNetwork(text))
    if (wrong) {
      return problem(
        `"${wrong}" in TRUST_PROXY is not an address. Set it to a number of proxies, or to addresses and networks such as 10.0.0.0/8.`,
      )
    }
  }
  if (typeof trustProxy === 'number' && ['0.0.0.0', '::'].includes(host)) {
    return warning(
      `The server listens on all addresses and trusts whoever connects to it. Set TRUST_PROXY to the proxy's address, or make sure that only the proxy can reach the port.`,
    )
  }
  if (!webUrl) {
    return warning('A proxy is trusted, but WEB_URL is not set. Set it to the address users open.')
  }
  return ok(`${webUrl} is served through a trusted proxy.`)
}
