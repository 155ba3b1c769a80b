import { expect, it } from 'vitest'
import { hasPrivateAddress, isPrivateAddress } from './private-address.ts'

it.each([
  '10.0.0.5',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.5',
])('finds %s private', async (address) => {
  expect(isPrivateAddress(address)).toBe(true)
  expect(await hasPrivateAddress(address.includes(':') ? `[${address}]` : address)).toBe(true)
})

it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', 'store.example', ''])(
  'finds %s public, or no address',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

it('looks names up', async () => {
  expect(await hasPrivateAddress('localhost')).toBe(true)
})
