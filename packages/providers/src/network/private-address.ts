// Addresses outside the public internet: this machine, its networks, and the metadata services of clouds.
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

/** Whether an IP address belongs to a private network. False for other texts. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  // Node applies the IPv4 rules to IPv4 addresses inside IPv6.
  return family !== 0 && networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether any address of a host name belongs to a private network. False for a name without addresses. */
export async function hasPrivateAddress(hostname: string): Promise<boolean> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(bare) ? [{ address: bare }] : await lookup(bare, { all: true }).catch(() => [])
  return found.some(({ address }) => isPrivateAddress(address))
}
