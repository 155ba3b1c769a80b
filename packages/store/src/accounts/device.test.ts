import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addMember } from '../../testing/store.ts'
import { purgeExpiredAccess } from './accounts.ts'
import { describeDevice, recognizeDevice } from './device.ts'

const database = useDatabase()

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/149.0 Safari/537.36 Edg/149.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/26.0 Safari/605.1.15', 'Safari on Mac'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Version/26.0 Mobile Safari/604',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 CriOS/149 Mobile Safari/604',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/30 Chrome/140 Mobile Safari/537',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['curl/8.0', ''],
  ['', ''],
])('%s is %j', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words)
})

it('knows the first browser of an account, reports another one once, and knows it from then on', async () => {
  const userId = await addMember(database.db)
  const recognize = (token?: string) => transaction(database.db, (tx) => recognizeDevice(tx, userId, token))
  const first = await recognize()
  expect(first.isUnexpected).toBe(false)
  expect(await recognize(first.deviceToken)).toEqual({ deviceToken: first.deviceToken, isUnexpected: false })
  const second = await recognize()
  expect(second.isUnexpected).toBe(true)
  expect(await recognize(second.deviceToken)).toEqual({ deviceToken: second.deviceToken, isUnexpected: false })
  // A browser that another account knows is new to this one.
  const other = await addMember(database.db)
  const shared = await transaction(database.db, (tx) => recognizeDevice(tx, other, first.deviceToken))
  expect(shared).toEqual({ deviceToken: first.deviceToken, isUnexpected: false })
  const { rows } = await database.db.execute(sql`select * from known_devices`)
  expect(JSON.stringify(rows)).not.toContain(first.deviceToken)

  await database.db.execute(sql`update known_devices set last_seen_at = now() - interval '366 days'`)
  expect(await purgeExpiredAccess(database.db)).toBe(3)
})
