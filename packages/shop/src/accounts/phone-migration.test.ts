import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toE164 } from '@vitrine/contract/phone'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { grantProfileCredits } from '../credits/credits.ts'
import { addMember } from '../shop-fixture.ts'
import { setRewardMark } from './reward-mark.ts'

const database = useDatabase()
const folder = join(import.meta.dirname, '../../migrations')
const migration = readdirSync(folder).find((name) => name.endsWith('one_spelling_of_phone_numbers.sql')) ?? ''
const statements = readFileSync(join(folder, migration), 'utf8').split('--> statement-breakpoint')

const numbers = [
  '+919876543210',
  '+9109876543210',
  '+91009876543211',
  '+114155550100',
  '+14155550101',
  '+789123456789',
  '+79123456780',
  '+5215512345678',
  '+360620123456',
  '+3606201234567',
  '+390669812345',
  '+2250712345678',
  '+4402079460018',
  '+9710501234567',
  '+353012345678',
]

it('spells the phone numbers of an older shop as they are spelled now, and keeps rewarded ones rewarded', async () => {
  const members = await Promise.all(numbers.map(() => addMember(database.db)))
  await transaction(database.db, async (tx) => {
    await tx.execute(sql`alter table users drop constraint users_phone_e164`)
    for (const [n, phone] of numbers.entries()) {
      await tx.execute(sql`update users set phone_number = ${phone} where id = ${members[n]}`)
    }
    await tx.execute(sql`update users set phone_number = '+91000000' where id = ${members[0]}`)
    // One number was rewarded in the spelling of then.
    await grantProfileCredits(tx, members[3] ?? '', 500)
    await setRewardMark(tx, 'profile-phone', numbers[3] ?? '')
    for (const statement of statements) await tx.execute(sql.raw(statement))
  })
  const { rows } = await database.db.execute<{ id: string; phone: string }>(
    sql`select id, phone_number as phone from users`,
  )
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]))
  expect(members.map((id) => phones.get(id))).toEqual(['', ...numbers.slice(1).map((number) => toE164(number))])
  const isFree = (phone: string) => transaction(database.db, (tx) => setRewardMark(tx, 'profile-phone', phone))
  expect(await isFree('+14155550100')).toBe(false)
  expect(await isFree('+14155550101')).toBe(true)
})
