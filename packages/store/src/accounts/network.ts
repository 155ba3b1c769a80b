// Reduces an IP address to the network that rate limits count as one caller.
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key of per-IP limits: an IPv4 address as it is, and the first 64 bits of an IPv6 address, because one subscriber has that
 * whole network (`2001:db8:1:2::/64`). IPv4-mapped IPv6 counts as IPv4, and the loopback address is the same in both. Any other
 * text stays as it is.
 */
export function toNetwork(ip: string): string {
  const [address = ''] = ip.split('%', 1)
  if (isIPv4(address) || !isIPv6(address)) return ip
  const groups = expand(address)
  if (groups.join('') === '00000001') return '127.0.0.1'
  const isIPv4Inside = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isIPv4Inside) return groups.slice(6).flatMap(parseGroup).join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. The URL parser writes them in hexadecimal. */
function expand(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::', 2)
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function parseGroup(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
