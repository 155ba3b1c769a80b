// Addresses that are nobody's on the internet: this machine, the networks around it, and the metadata services of clouds.
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const networks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  networks.addSubnet(network, prefix, 'ipv4')
}
networks.addSubnet('::', 127, 'ipv6')
networks.addSubnet('fc00::', 7, 'ipv6')
networks.addSubnet('fe80::', 10, 'ipv6')

/** Whether an IP address is of a private network. False for what is no IP address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  // Node checks IPv4 addresses inside IPv6 by the rules of IPv4.
  return family !== 0 && networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a host name has, among its addresses, one of a private network. False for a name that has none. */
export async function hasPrivateAddress(hostname: string): Promise<boolean> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(bare) ? [{ address: bare }] : await lookup(bare, { all: true }).catch(() => [])
  return found.some(({ address }) => isPrivateAddress(address))
}
