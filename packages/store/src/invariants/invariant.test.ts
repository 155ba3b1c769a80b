// Breaks each invariant by hand in a store where all of them hold, and expects exactly that one to be reported.

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashCheaply } from '../../../../tests/cheap-hash.ts'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway } from '../../testing/gateway.ts'
import { addCatalogueFiles, addTemplate, newName } from '../../testing/store.ts'
import { insertUser } from '../accounts/accounts.ts'
import { issueOtp } from '../accounts/otp.ts'
import { startSession } from '../accounts/session.ts'
import { grantSignupCredits } from '../credits/credits.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from '../payments/event.ts'
import { openOrder } from '../payments/order.ts'
import { checkInvariants, INVARIANTS, type Installation } from './invariant.ts'

const database = useDatabase()
let folder: string
let storage: Installation['storage'] & ReturnType<typeof createLocalDiskStorage>
let store: Server
let addresses: string[]
/** Whether the store of these tests serves private files to everyone. */
let isOpen = false
let owner: string
let stranger: string
let templateId: string
const picture = 'private/pictures/a.jpg'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-invariant-'))
  storage = createLocalDiskStorage({
    directory: folder,
    links: createSignedLinks('a secret of at least 32 bytes here'),
  })
  store = createServer(({ url }, response) => {
    const isServed = url === '/api/health' || (isOpen && url?.startsWith('/files/'))
    response.writeHead(isServed ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
  addresses = ['http://127.0.0.1:1', `http://127.0.0.1:${(store.address() as { port: number }).port}`]

  const member = async () => {
    const username = newName()
    const passwordHash = hashCheaply(`a lamp for ${username}`)
    return transaction(database.db, async (tx) => {
      const names = { username, email: `${username}@example.test`, actualName: 'Asha', employmentField: 'Brand' }
      const userId = await insertUser(tx, { ...names, passwordHash, phoneNumber: '+919876543210' })
      await grantSignupCredits(tx, userId, 500)
      await startSession(tx, userId, true)
      return userId
    })
  }
  owner = await member()
  stranger = await member()
  await addCatalogueFiles(database.db)
  templateId = await addTemplate(database.db, { priceCredits: 60 })
  await transaction(database.db, async (tx) => {
    await acquireTemplate(tx, { userId: owner, templateId, region: { isIndianUser: false } })
    await issueOtp(tx, { channel: 'mail', address: 'new@example.test', purpose: 'register' }, { ip: '192.0.2.1' })
  })
  const gateway = new MemoryGateway()
  const { orderId } = await openOrder(database.db, gateway, owner, { packId: 'popular' })
  await receiveEvent(database.db, gateway, gateway.makeEvent('payment.captured', { payment: gateway.pay(orderId) }))
  await storage.put(picture, Buffer.from('a picture'), { contentType: 'image/jpeg' })
  await database.db.execute(sql`update users set profile_picture_key = ${picture} where id = ${owner}`)
  const { rows } = await database.db.execute<{ key: string }>(
    sql`select distinct unnest(array[storage_key, proxy_key, poster_key]) as key from assets`,
  )
  for (const { key } of rows.filter((row) => row.key !== null)) {
    await storage.put(key, Buffer.from('a file'), { contentType: getContentType(key) })
  }
})
afterAll(async () => {
  await new Promise((done) => store.close(done))
  await rm(folder, { recursive: true, force: true })
})

const getContentType = (key: string) =>
  ({
    jpg: 'image/jpeg',
    webp: 'image/webp',
    mp4: 'video/mp4',
    m4a: 'audio/mp4',
    ttf: 'font/ttf',
    png: 'image/png',
    woff2: 'font/woff2',
  })[key.slice(key.lastIndexOf('.') + 1)] ?? 'image/jpeg'

/** What is violated now, by name. */
async function findViolated(): Promise<Record<string, readonly string[]>> {
  const findings = await checkInvariants(database.db, { storage, addresses })
  const violated = findings.filter(({ violations }) => violations === undefined || violations.length > 0)
  return Object.fromEntries(violated.map(({ name, violations }) => [name, violations ?? ['not asked']]))
}

/** Rows that a test adds for a customer's project, render and file. */
const project = (userId: string) => sql`
  insert into projects (id, user_id, template_id, version_id, name)
  select ${ids.project}, ${userId}, id, current_version_id, 'Mine' from templates where id = ${templateId}`
const render = (userId: string, changes: SQL) => sql`
  with operation as (
    insert into operations (kind, owner_user_id, subject) values ('render', ${userId}, 'key') returning id)
  insert into renders (id, user_id, project_id, template_id, version_id, kind, values, difference, render_key)
  select operation.id, user_id, project.id, template_id, version_id, 'full', ${changes}, '{}', 'key'
    from projects project, operation where project.id = ${ids.project} and user_id = ${userId}`
const ids = {
  project: '01980000-0000-7000-8000-000000000001',
  file: 'u_01980000-0000-7000-8000-000000000002',
}
const file = (userId: string, key: string) => sql`
  insert into assets (id, owner_user_id, kind, status, mime, size_bytes, storage_key)
  values (${ids.file}, ${userId}, 'image', 'ready', 'image/jpeg', 9, ${key})`
const newUserSession = (changes: SQL) => sql`update sessions set ${changes} where user_id = ${stranger}`

interface Break {
  readonly violates: string
  readonly says: RegExp
  readonly by: () => SQL[]
}

/** Each is undone after it was reported. */
const BREAKS: Readonly<Record<string, Break>> = {
  'a balance that is not the sum of its entries': {
    violates: 'money/ledger',
    says: /has 900 but its entries sum to/,
    by: () => [sql`update credit_accounts set balance = 900 where id = ${`user:${stranger}:promotional`}`],
  },
  'an entitlement that cost more than was booked': {
    violates: 'money/purchases',
    says: /has 61 charged under/,
    by: () => [
      sql`alter table entitlements disable trigger user`,
      sql`update entitlements set credits_charged = 61 where user_id = ${owner}`,
      sql`alter table entitlements enable trigger user`,
      sql`update buyer_sums set credits_spent = 61 where user_id = ${owner}`,
    ],
  },
  'a payment that granted other credits than its order': {
    violates: 'money/payments',
    says: /was granted 500 credits for an order of 501/,
    by: () => [
      sql`alter table pack_orders disable trigger user`,
      sql`update pack_orders set credits = 501`,
      sql`alter table pack_orders enable trigger user`,
    ],
  },
  'a receipt over another sum than was paid': {
    violates: 'money/documents',
    says: /over 39900 paise has 1 documents over 39800/,
    by: () => [
      sql`alter table billing_documents disable trigger user`,
      sql`update billing_documents set total_paise = 39800 where kind = 'receipt'`,
      sql`alter table billing_documents enable trigger user`,
    ],
  },
  'a receipt of another year than its number': {
    violates: 'money/documents',
    says: /receipt R-.* is dated 2001/,
    by: () => [
      sql`alter table billing_documents disable trigger user`,
      sql`update billing_documents set issued_at = '2001-01-01'`,
      sql`alter table billing_documents enable trigger user`,
    ],
  },
  'a receipt that nobody has': {
    violates: 'money/receipts',
    says: /of 1 numbers of R-2025-26 there are 0/,
    by: () => [sql`insert into receipt_series (series, last) values ('R-2025-26', 1)`],
  },
  'a second reward for one number': {
    violates: 'money/rewards',
    says: /1 profiles were rewarded, but only 0 phone numbers/,
    by: () => [
      sql`alter table credit_transfers disable trigger user`,
      sql`update credit_transfers set reason = 'profile' where to_account = ${`user:${stranger}:promotional`}`,
      sql`alter table credit_transfers enable trigger user`,
    ],
  },
  'a sum of sales that nobody counted': {
    violates: 'money/sales',
    says: /what is kept of buyer/,
    by: () => [sql`update buyer_sums set purchases = purchases + 1 where user_id = ${owner}`],
  },
  'a full video of somebody who owns no such template': {
    violates: 'ownership/videos',
    says: /which user .* does not own/,
    by: () => [project(stranger), render(stranger, sql`'{}'`)],
  },
  'a project with somebody else’s photo': {
    violates: 'ownership/files',
    says: /project .* uses file u_/,
    by: () => [
      project(stranger),
      file(owner, picture),
      sql`update projects set values = ${JSON.stringify({ hero: { asset: ids.file } })}::jsonb where id = ${ids.project}`,
    ],
  },
  'a render with somebody else’s photo': {
    violates: 'ownership/files',
    says: /render .* uses file u_/,
    by: () => [
      project(owner),
      file(stranger, picture),
      render(owner, sql`${JSON.stringify({ hero: ids.file })}::jsonb`),
    ],
  },
  'a row whose file is gone': {
    violates: 'files/stored',
    says: /a file names private\/assets\/gone\.jpg, which is not stored/,
    by: () => [file(owner, 'private/assets/gone.jpg')],
  },
  'a customer’s file that lies in the open': {
    violates: 'files/private',
    says: /is stored at public\//,
    by: () => [
      file(owner, 'nothing'),
      sql`update assets set storage_key = (select storage_key from assets where storage_key like 'public/%' limit 1) where id = ${ids.file}`,
    ],
  },
  'a session of a month': {
    violates: 'sessions/limited',
    says: /lasts until/,
    by: () => [newUserSession(sql`expires_at = now() + interval '30 days'`)],
  },
  'a session that a block did not end': {
    violates: 'sessions/limited',
    says: /goes on although the account is blocked/,
    by: () => [sql`update users set blocked_at = now() where id = ${stranger}`],
  },
  'a password in clear': {
    violates: 'sessions/passwords',
    says: /the password of user .* is not stored as a hash/,
    by: () => [sql`update users set password_hash = 'lamp' where id = ${stranger}`],
  },
  'a code in clear': {
    violates: 'sessions/codes',
    says: /is not stored as a salted hash/,
    by: () => [sql`update otps set code_hash = '123456'`],
  },
  'a code that is good for an hour': {
    violates: 'sessions/codes',
    says: /lasts longer than 10 minutes/,
    by: () => [sql`update otps set expires_at = expires_at + interval '1 hour'`],
  },
  'a column for tokens in clear': {
    violates: 'sessions/secrets',
    says: /column sessions\.token is not named as a hash/,
    by: () => [sql`alter table sessions add column token text`],
  },
  'a deleted account that is still signed in': {
    violates: 'privacy/deleted',
    says: /still has rows in known_devices/,
    by: () => [
      sql`insert into known_devices (user_id, device_hash) values (${stranger}, 'x')`,
      sql`delete from sessions where user_id = ${stranger}`,
      sql`update users set deleted_at = now(), email = id::text || '@deleted.invalid', username = '~' || left(id::text, 20),
                 password_hash = null, actual_name = '', phone_number = '', employment_field = '' where id = ${stranger}`,
    ],
  },
  'a deleted account whose billing details are kept': {
    violates: 'privacy/deleted',
    says: /still has rows in billing_details/,
    by: () => [
      sql`insert into billing_details (user_id, country) values (${stranger}, 'DE')`,
      sql`delete from sessions where user_id = ${stranger}`,
      sql`update users set deleted_at = now(), email = id::text || '@deleted.invalid', username = '~' || left(id::text, 20),
                 password_hash = null, actual_name = '', phone_number = '', employment_field = '' where id = ${stranger}`,
    ],
  },
  'a deleted account with its name': {
    violates: 'privacy/deleted',
    says: /still has a name, an address/,
    by: () => [
      sql`delete from sessions where user_id = ${stranger}`,
      sql`update users set deleted_at = now(), password_hash = null, actual_name = '', phone_number = '', employment_field = ''
           where id = ${stranger}`,
    ],
  },
  'an old line of the log with an address': {
    violates: 'privacy/log',
    says: /still has a network address/,
    by: () => [
      sql`insert into admin_acts (happened_at, actor_name, ip, action, subject_kind, subject_id)
          values (now() - interval '100 days', 'owner', '192.0.2.1', 'gate-opened', 'gate', 'x')`,
    ],
  },
  'a trigger that is switched off': {
    violates: 'database/rules',
    says: /trigger .* is switched off/,
    by: () => [sql`alter table admin_acts disable trigger user`],
  },
  'a constraint that old rows were let off': {
    violates: 'database/rules',
    says: /constraint users_new of users is not valid/,
    by: () => [sql`alter table users add constraint users_new check (username <> '') not valid`],
  },
}

describe('a store in order', () => {
  it('violates nothing, and every invariant has a test that breaks it', async () => {
    expect(await findViolated()).toEqual({})
    const broken = new Set(Object.values(BREAKS).map(({ violates }) => violates))
    // That one is broken below, because it needs a store that serves private files.
    expect(INVARIANTS.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual(['files/unreachable'])
  })
})

describe('is reported:', () => {
  it.each(Object.entries(BREAKS))('%s', async (_what, { violates, says, by }) => {
    const undo = new Error('undone')
    const found = database.db.transaction(async (tx) => {
      for (const statement of by()) await tx.execute(statement)
      // The checks see the uncommitted changes of this transaction.
      const inside = Object.assign(Object.create(tx), { transaction: (work: (db: typeof tx) => unknown) => work(tx) })
      const findings = await checkInvariants(inside, { storage, addresses })
      const violated = findings.filter(({ violations }) => violations?.length !== 0)
      throw Object.assign(undo, { violated })
    })
    await expect(found).rejects.toBe(undo)
    const { violated } = undo as Error & { violated: { name: string; violations: string[] }[] }
    expect(violated.map(({ name }) => name)).toEqual([violates])
    expect(violated[0]?.violations.join('\n')).toMatch(says)
  })

  it('a store that serves private files to everybody', async () => {
    isOpen = true
    const violated = await findViolated()
    isOpen = false
    expect(Object.keys(violated)).toEqual(['files/unreachable'])
    expect(violated['files/unreachable']?.[0]).toMatch(
      /\/files\/private\/pictures\/a\.jpg answers without a signature$/,
    )
  })

  it('a bucket that serves private files to everybody', async () => {
    const open = {
      ...storage,
      exists: storage.exists,
      findDirectUrl: async () => `${addresses[1]}/api/health?signature=1`,
    }
    const findings = await checkInvariants(database.db, { storage: open, addresses })
    const found = findings.find(({ name }) => name === 'files/unreachable')
    expect(found?.violations).toEqual([`${addresses[1]}/api/health answers without a signature`])
  })

  it('no violation, but a remark, when the store does not answer', async () => {
    const findings = await checkInvariants(database.db, { storage, addresses: ['http://127.0.0.1:1'] })
    expect(findings.filter(({ violations }) => violations === undefined).map(({ name }) => name)).toEqual([
      'files/unreachable',
    ])
  })
})

it('a file that is deleted during the check is not reported', async () => {
  const { rows } = await database.db.execute<{ count: number }>(sql`select count(*)::int as count from users`)
  expect(rows[0]?.count).toBeGreaterThan(1)
  const going = {
    ...storage,
    findDirectUrl: async () => undefined,
    async exists(key: string) {
      // Its owner takes the picture away between the list and the look.
      await database.db.execute(sql`update users set profile_picture_key = null where profile_picture_key = ${key}`)
      return key !== picture
    },
  }
  const findings = await checkInvariants(database.db, { storage: going, addresses })
  expect(findings.find(({ name }) => name === 'files/stored')?.violations).toEqual([])
})
