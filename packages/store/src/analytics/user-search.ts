// Finds users by part of a name or address, by a whole id or phone number, or by a payment, order or receipt number. Each way has
// an index; a union combines them, because `or` would defeat the indexes.
import { toE164 } from '@vitrine/contract/phone'
import { type SQL, sql } from 'drizzle-orm'
import { searchedText } from '../accounts/tables.ts'
import { isUuid } from '../identifier.ts'
import { toPattern } from './search-pattern.ts'

const PHONE_NUMBER = /^\+?\d{6,15}$/
/** The gateway's ids of payments and orders, and the store's receipt numbers. */
const MONEY_NUMBER = /^(pay_|order_|vt-)/i

/** A query of the matching user ids; the search is not empty. */
export function foundUsers(search: string): SQL {
  const shown = searchedText({ username: sql`username`, email: sql`email`, actualName: sql`actual_name` })
  const ways = [sql`select id from users where ${shown} like ${toPattern(search)}`]
  if (isUuid(search.toLowerCase())) ways.push(sql`select id from users where id = ${search}`)
  const phoneNumber = toE164(search)
  if (PHONE_NUMBER.test(phoneNumber)) {
    ways.push(sql`select id from users where phone_number <> '' and phone_number = ${phoneNumber}`)
  }
  if (MONEY_NUMBER.test(search)) {
    ways.push(
      sql`select user_id from pack_orders where gateway_order_id = ${search}`,
      sql`select user_id from pack_orders where receipt_number = ${search.toUpperCase()}`,
      sql`select user_id from entitlements where receipt_number = ${search.toUpperCase()}`,
      sql`select o.user_id from payments p join pack_orders o on o.id = p.order_id where p.payment_id = ${search}`,
    )
  }
  return sql.join(ways, sql` union all `)
}
