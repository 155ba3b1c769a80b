import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertOwner } from '../../testing/admin.ts'
import { americanIp, indianIp, useApp } from '../../testing/app.ts'
import { insertMember } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'
import { VisitCounter, VisitLimit } from './visits.ts'

const store = useApp()
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1'
let lamps: string

beforeAll(async () => {
  lamps = await addTemplate(store.db, { name: 'Lamps' })
})
beforeEach(async () => {
  await store.db.execute(sql`truncate visit_marks, visit_keys, visit_quarters, template_view_quarters`)
})

const visit = (path: string, headers: Record<string, string> = {}, options: { token?: string; ip?: string } = {}) =>
  store.call('POST', '/api/visits', {
    body: { path },
    ip: indianIp,
    ...options,
    headers: { 'user-agent': firefox, ...headers },
  })

async function counted() {
  const { rows } = await store.db.execute<{ visitors: number; views: number }>(sql`
    select (select coalesce(sum(visitors), 0)::int from visit_quarters) as visitors,
           (select coalesce(sum(views), 0)::int from template_view_quarters where template_id = ${lamps}) as views`)
  return rows[0]
}

it('counts each visitor once and each viewed template once, whichever page reports it', async () => {
  for (const path of [
    '/',
    '/templates-list',
    `/template/${lamps}`,
    `/TEMPLATE/${lamps}/`,
    `/image-template/${lamps}`,
  ]) {
    expect(await visit(path)).toMatchObject({ status: 204, text: '' })
  }
  const answer = await visit(`/direct-sell/${lamps}`, { 'user-agent': safari }, { ip: americanIp })
  expect(answer.headers['set-cookie']).toBeUndefined()
  await visit(`/template/${lamps}/server-render`, {}, { ip: '9.9.9.9' })
  await expect.poll(counted).toEqual({ visitors: 3, views: 2 })
})

it('counts neither bots, nor owners, nor visitors with Do Not Track', async () => {
  const owner = await insertOwner(store)
  await visit('/', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
  await visit('/', { 'user-agent': '' })
  await visit('/', { dnt: '1' })
  await visit('/', { 'sec-gpc': '1' })
  await visit('/', {}, { token: owner.token })
  expect(await visit('elsewhere')).toMatchObject({ status: 400 })
  // A member counts; when that is counted, the ones before would have been.
  await visit('/', {}, { token: (await insertMember(store)).token, ip: americanIp })
  await expect.poll(counted).toEqual({ visitors: 1, views: 0 })
})

it('counts no more than two hundred visitors of one address a day, whatever browsers they say they have', async () => {
  const counter = new VisitCounter(store.db, { warn: () => undefined })
  for (let n = 0; n < 1000; n++)
    await counter.add({ address: '203.0.113.7', browser: `${firefox} invented/${n}` }, lamps)
  await counter.add({ address: '203.0.113.8', browser: firefox }, lamps)
  await counter.close()
  expect(await counted()).toEqual({ visitors: 201, views: 201 })
})

it('stores no address and no browser, counts the rest when it closes, and never fails', async () => {
  const warnings: unknown[] = []
  const counter = new VisitCounter(store.db, { warn: (...words: unknown[]) => void warnings.push(words) })
  await counter.add({ address: indianIp, browser: firefox }, lamps)
  await counter.close()
  expect(await counted()).toEqual({ visitors: 1, views: 1 })
  const { rows } = await store.db.execute<{ mark: Buffer }>(sql`select mark from visit_marks`)
  expect(rows.map(({ mark }) => mark.length)).toEqual([16, 16])

  await store.db.execute(sql`alter table visit_keys rename to visit_keys_away`)
  await counter.add({ address: americanIp, browser: safari })
  await store.db.execute(sql`alter table visit_keys_away rename to visit_keys`)
  expect(warnings).toHaveLength(1)
  await counter.add({ address: americanIp, browser: safari })
  await counter.close()
  expect(await counted()).toMatchObject({ visitors: 2 })
})

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
