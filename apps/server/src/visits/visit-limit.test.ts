import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { VisitLimit } from './visit-limit.ts'

const browsers = (count: number, name = 'Browser') => Array.from({ length: count }, (_, n) => `${name}/${n}`)
const admitted = (limit: VisitLimit, address: string, names: readonly string[]) =>
  names.filter((browser) => limit.admit({ address, browser })).length

describe('visitors of one address', () => {
  it('count up to two hundred a day, and those who count go on doing so', () => {
    const limit = new VisitLimit(randomBytes(32))
    expect(admitted(limit, '203.0.113.7', browsers(5000))).toBe(200)
    expect(admitted(limit, '203.0.113.7', browsers(200))).toBe(200)
    // No other visitor is affected.
    expect(admitted(limit, '203.0.113.8', browsers(50))).toBe(50)
  })

  it('are those of a whole network where one customer has so many addresses', () => {
    const limit = new VisitLimit(randomBytes(32))
    const names = browsers(1000)
    const taken = names.filter((browser, n) => limit.admit({ address: `2001:db8:1:2::${n.toString(16)}`, browser }))
    expect(taken).toHaveLength(200)
    expect(admitted(limit, '2001:db8:1:3::1', browsers(10))).toBe(10)
  })

  it('are rarely confused, however many addresses there are', { tags: ['full'] }, () => {
    const limit = new VisitLimit(Buffer.alloc(32, 7))
    const addresses = Array.from({ length: 20_000 }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(addresses.filter((address) => limit.admit({ address, browser: 'Firefox' }))).toHaveLength(20_000)
    expect(admitted(limit, '192.0.2.1', browsers(300))).toBeGreaterThan(190)
    expect(admitted(limit, '192.0.2.1', browsers(300, 'Other'))).toBeLessThan(10)
  })
})
