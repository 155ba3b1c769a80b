// A year of sales for the journeys of the admin area: people, packs and videos bought through the shop's own
// functions, so that the ledger is correct, and then moved to the days they belong to. What the figures must be is worked out
// from the plain rows, one by one, without the shop's SQL.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { openInstallation } from '../../apps/template/src/installation.ts'
import { type Db, transaction } from '../../packages/database/src/connection.ts'
import { COMMAND_LINE } from '../../packages/shop/src/admin/audit-log.ts'
import { publishTemplate } from '../../packages/shop/src/admin/template-action.ts'
import { withdrawTemplate } from '../../packages/shop/src/catalogue/sale.ts'
import { templates } from '../../packages/shop/src/catalogue/tables.ts'
import { getCurrentVersion } from '../../packages/shop/src/catalogue/template-version.ts'
import { acquireTemplate } from '../../packages/shop/src/library/library.ts'
import { receiveEvent } from '../../packages/shop/src/payments/event.ts'
import { MemoryGateway } from '../../packages/shop/src/payments/gateway-fixture.ts'
import { openOrder } from '../../packages/shop/src/payments/order.ts'
import { addMember } from '../../packages/shop/src/shop-fixture.ts'
import { ownInstallation } from './stores.ts'

const dayMs = 86_400_000
/** How often each video of the year is bought by somebody else. */
const salesOfVideos = [14, 8, 3, 0]
const people = 30
const source = 'confetti-birthday'

/** Opens the database of the shop that the journeys run against. */
export async function inShopDatabase<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const shop = await openInstallation(ownInstallation())
  try {
    return await work(shop.db)
  } finally {
    await shop.close()
  }
}

/** Fills the year before now. Its templates are withdrawn again afterwards: other journeys count what is on sale. */
export async function recordYearOfSales(): Promise<void> {
  await inShopDatabase(async (db) => {
    const videos = await publishVideos(db)
    const buyers: string[] = []
    for (let place = 0; place < people; place += 1) buyers.push(await addPerson(db, place))
    for (const [place, userId] of buyers.entries()) {
      // Every fifth one never pays; the others buy between one and five packs.
      for (let turn = 0; place % 5 !== 0 && turn <= place % 6; turn += 1) {
        const pack = (['popular', 'large', 'largest'] as const)[(place + turn) % 3]
        await buyPack(db, userId, pack ?? 'popular', daysBefore(place * 7 + turn), place === 7 && turn === 0)
      }
    }
    for (const [video, sales] of salesOfVideos.entries()) {
      for (let sale = 0; sale < sales; sale += 1) {
        const userId = buyers[(sale * 2 + video) % people] ?? ''
        await buyVideo(db, userId, videos[video] ?? '', daysBefore(sale * 5 + video * 3))
      }
    }
    await transaction(db, async (tx) => {
      for (const video of videos) await withdrawTemplate(tx, video)
      await tx.execute(sql`select rebuild_sales()`)
    })
  })
}

/** Spread over a year with more of them lately, and half a day away from where a period may begin. */
function daysBefore(place: number): number {
  return Math.floor(((place * 37) % 101) ** 2 / 28) + 0.5
}

async function publishVideos(db: Db): Promise<string[]> {
  const [sample] = await db.select().from(templates).where(sql`id = ${source}`)
  if (!sample?.posterAssetId || !sample.previewAssetId) throw new Error(`the sample ${source} is not on sale`)
  const { posterAssetId, previewAssetId } = sample
  const { document } = await getCurrentVersion(db, source)
  const ids = salesOfVideos.map((_, place) => `film-of-the-year-${freshName()}-${place + 1}`)
  for (const [place, id] of ids.entries()) {
    const name = `Film of the Year ${place + 1}`
    await transaction(db, (tx) =>
      publishTemplate(tx, COMMAND_LINE, {
        id,
        kind: 'video',
        name,
        description: 'Sold over a year.',
        categories: ['Birthday'],
        sections: ['Birthday'],
        compatibility: [],
        priceCredits: 20 + place * 10,
        priceCreditsIndia: 10 + place * 10,
        license: { name: 'Standard', summary: 'Personal and commercial use.' },
        posterAssetId,
        previewAssetId,
        dominantColor: '#224466',
        document: { ...document, id, name },
      }),
    )
  }
  return ids
}

async function addPerson(db: Db, place: number): Promise<string> {
  const userId = await addMember(db, 500)
  const moment = new Date(Date.now() - (daysBefore(place * 11) + 1) * dayMs).toISOString()
  // Some have only a username, and some came with Google.
  const name = place % 4 === 0 ? '' : `Person ${place + 1} of the Year`
  await db.execute(sql`update users set actual_name = ${name}, is_google_user = ${place % 3 === 0}, created_at = ${moment}
    where id = ${userId}`)
  return userId
}

async function buyPack(db: Db, userId: string, packId: string, days: number, isPartlyReturned: boolean): Promise<void> {
  const gateway = new MemoryGateway()
  const { orderId } = await openOrder(db, gateway, userId, { packId })
  const payment = gateway.pay(orderId)
  await receiveEvent(db, gateway, gateway.makeEvent('payment.captured', { payment }))
  if (isPartlyReturned) {
    const refund = gateway.giveBack(payment.paymentId, 10_000)
    await receiveEvent(db, gateway, gateway.makeEvent('refund.processed', { refund }))
  }
  const moment = new Date(Date.now() - days * dayMs).toISOString()
  await transaction(db, async (tx) => {
    // The rows know when they were paid, and their triggers keep it so.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`update pack_orders set created_at = ${moment}, paid_at = ${moment} where gateway_order_id = ${orderId}`,
    )
    await tx.execute(sql`update payments set created_at = ${moment}, settled_at = ${moment}
      where payment_id = ${payment.paymentId}`)
    await tx.execute(sql`update payment_refunds set created_at = ${moment}::timestamptz + interval '1 hour'
      where payment_id = ${payment.paymentId}`)
  })
}

async function buyVideo(db: Db, userId: string, templateId: string, days: number): Promise<void> {
  await transaction(db, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
  const moment = new Date(Date.now() - days * dayMs).toISOString()
  await db.execute(
    sql`update entitlements set created_at = ${moment} where user_id = ${userId} and template_id = ${templateId}`,
  )
}

/** Makes a session an owner's. */
export function makeOwner(email: string): Promise<unknown> {
  return inShopDatabase((db) => db.execute(sql`update users set role = 'owner' where email = ${email}`))
}

/** Every session of the admin area runs out at once. */
export function expireAdminSessions(): Promise<unknown> {
  return inShopDatabase((db) => db.execute(sql`update admin_sessions set expires_at = now() - interval '1 second'`))
}

export type SoldPack = { userId: string; paidAt: number; paise: number; credits: number }
export type SoldVideo = { userId: string; templateId: string; credits: number; soldAt: number }
export type ShopPerson = {
  userId: string
  username: string
  actualName: string
  email: string
  isGoogleUser: boolean
  isOwner: boolean
  isBlocked: boolean
  credits: number
}
export type ShopVideo = {
  templateId: string
  name: string
  width: number | null
  height: number | null
  credits: number
  creditsIndia: number
}
export type PlainShop = { people: ShopPerson[]; packs: SoldPack[]; videos: ShopVideo[]; soldVideos: SoldVideo[] }

type PlainRow = Record<string, unknown>

/** The rows behind the figures. Deleted accounts are not customers any more; their payments stay. */
export function readPlainShop(): Promise<PlainShop> {
  return inShopDatabase(async (db) => {
    const read = async (table: string) => (await db.execute<PlainRow>(sql.raw(`select * from ${table}`))).rows
    const users = await read('users')
    const accounts = await read('credit_accounts')
    const orders = new Map((await read('pack_orders')).map((row) => [row.id, row]))
    const versions = new Map((await read('template_versions')).map((row) => [row.id, row]))
    const granted = (await read('payments')).filter((row) => row.outcome === 'granted')
    const refunds = (await read('payment_refunds')).filter((row) => row.status !== 'failed')
    return {
      people: users.filter((row) => row.deleted_at === null).map((row) => toPerson(row, accounts)),
      packs: granted.flatMap((row) => {
        const order = orders.get(row.order_id)
        const userId = String(order?.user_id)
        const [paise, credits] = [Number(row.amount_paise), Number(row.credits_granted)]
        const returned = refunds.filter((refund) => refund.payment_id === row.payment_id)
        return [
          { userId, paidAt: toTime(order?.paid_at), paise, credits },
          // Money that went back counts when it went back.
          ...returned.map((refund) => ({
            userId,
            paidAt: toTime(refund.created_at),
            paise: -Number(refund.amount_paise),
            credits: -Math.floor((credits * Number(refund.amount_paise)) / paise),
          })),
        ]
      }),
      videos: (await read('templates')).map((row) => {
        const version = versions.get(row.current_version_id)
        return {
          templateId: String(row.id),
          name: String(row.name),
          width: version ? Number(version.width) : null,
          height: version ? Number(version.height) : null,
          credits: Number(row.price_credits),
          creditsIndia: Number(row.price_credits_india),
        }
      }),
      soldVideos: (await read('entitlements')).map((row) => ({
        userId: String(row.user_id),
        templateId: String(row.template_id),
        credits: Number(row.credits_charged),
        soldAt: toTime(row.created_at),
      })),
    }
  })
}

const toTime = (moment: unknown) => new Date(String(moment)).getTime()

function toPerson(row: PlainRow, accounts: readonly PlainRow[]): ShopPerson {
  return {
    userId: String(row.id),
    username: String(row.username),
    actualName: String(row.actual_name),
    email: String(row.email),
    isGoogleUser: row.is_google_user === true,
    isOwner: row.role === 'owner',
    isBlocked: row.blocked_at !== null,
    credits: accounts
      .filter((account) => account.user_id === row.id)
      .reduce((sum, value) => sum + Number(value.balance), 0),
  }
}

/** A part of a name that no other run has. */
const freshName = () => randomUUID().slice(0, 8)
