import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { insertOwner } from '../../testing/admin.ts'
import { americanIp, indianIp, useApp } from '../../testing/app.ts'
import { insertMember } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'
import { VisitCounter } from '../visits/visit-counter.ts'

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
