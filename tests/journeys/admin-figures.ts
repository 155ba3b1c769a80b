// What the dashboard of the owner must show, worked out from plain rows one by one and written as the page writes it.
import type { PlainShop, ShopPerson, ShopVideo } from './year-of-sales.ts'

export const timeZone = 'Asia/Kolkata'
const dayMs = 86_400_000

/** Whether a moment counts. */
export type Within = (moment: number) => boolean
export const always: Within = () => true
/** The last days up to now. */
export const lastDays = (days: number): Within => {
  const start = Date.now() - days * dayMs
  return (moment) => moment >= start
}
/** Whole days in India, which is five and a half hours ahead. */
export const betweenDays = (from: string, to: string): Within => {
  const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`).getTime()
  return (moment) => moment >= midnight(from) && moment < midnight(to) + dayMs
}

const counts = new Intl.NumberFormat('en-IN')
const amounts = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const days = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone })
export const rupees = (paise: number) => `₹${amounts.format(Math.round(paise) / 100)}`
const credits = (count: number) => `${counts.format(count)} ${count === 1 ? 'credit' : 'credits'}`
const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)

export type PersonFigures = {
  person: ShopPerson
  paise: number
  /** How many packs that money was paid for. */
  packs: number
  creditsBought: number
  videos: PlainShop['soldVideos']
}

/** Everybody, or those who bought something in the period; who paid most comes first. */
export function peopleOf(shop: PlainShop, within: Within): PersonFigures[] {
  return shop.people
    .map((person) => {
      const packs = shop.packs.filter(({ userId, paidAt }) => userId === person.userId && within(paidAt))
      const videos = shop.soldVideos
        .filter(({ userId, soldAt }) => userId === person.userId && within(soldAt))
        .toSorted((left, right) => right.soldAt - left.soldAt || (left.templateId < right.templateId ? 1 : -1))
      const isActive = packs.length + videos.length > 0
      const paise = sum(packs.map((pack) => pack.paise))
      const creditsBought = sum(packs.map((pack) => pack.credits))
      const kept = packs.filter((pack) => pack.paise > 0).length
      return { person, paise, packs: kept, creditsBought, videos, isActive }
    })
    .filter(({ isActive }) => isActive || within === always)
    .toSorted((left, right) => right.paise - left.paise || (left.person.userId < right.person.userId ? 1 : -1))
}

/** The four cells of somebody's row, without blanks. */
export function personCells({ person, paise, creditsBought, videos }: PersonFigures, within: Within): string[] {
  const name = person.actualName || person.username
  const shown = videos
    .slice(0, 3)
    .map((video) => `#${video.templateId} ${credits(video.credits)} · ${days.format(new Date(video.soldAt))}`)
  return [
    `${name[0]?.toUpperCase()}${name}${person.email}${person.isGoogleUser ? 'Google User' : 'Email User'}${person.isOwner ? 'Owner' : ''}${person.isBlocked ? 'Blocked' : ''}`,
    `${credits(person.credits)} ${counts.format(creditsBought)} purchased ${within === always ? 'all-time' : 'in the period'} (${rupees(creditsBought * 79.8)})`,
    shown.length === 0 ? 'None' : `${shown.join('')}${videos.length > 3 ? `Show all ${videos.length}` : ''}`,
    `${rupees(paise)} ${creditsBought > 0 ? rupees(paise / creditsBought) : 'N/A'} per credit`,
  ].map(withoutBlanks)
}

export const withoutBlanks = (text: string) => text.replace(/\s+/g, '')

export type VideoFigures = { video: ShopVideo; sales: number; salesEver: number }

/** All templates there are; who sold most comes first. */
export function videosOf(shop: PlainShop, within: Within): VideoFigures[] {
  return shop.videos
    .map((video) => {
      const sold = shop.soldVideos.filter(({ templateId }) => templateId === video.templateId)
      return { video, sales: sold.filter(({ soldAt }) => within(soldAt)).length, salesEver: sold.length }
    })
    .toSorted((left, right) => right.sales - left.sales || (left.video.templateId < right.video.templateId ? 1 : -1))
}

/** The cells of a template's row but the first, without blanks. */
export function videoCells({ video, sales, salesEver }: VideoFigures): string[] {
  return [
    video.width === null || video.height === null ? 'N/A' : layoutOf(video.width, video.height),
    credits(video.credits),
    credits(video.creditsIndia),
    `${counts.format(sales)}${salesEver === sales ? '' : `${counts.format(salesEver)} all-time`}`,
    sales > 10 ? 'Hot' : sales > 5 ? 'Good' : sales > 0 ? 'Active' : 'Quiet',
  ].map(withoutBlanks)
}

function layoutOf(width: number, height: number): string {
  for (let part = Math.min(width, height); part > 1; part -= 1) {
    if (width % part === 0 && height % part === 0) return `${width / part}:${height / part}`
  }
  return `${width}:${height}`
}

/** The four cards of the revenue. */
export function cardsOf(shop: PlainShop, within: Within): Record<string, string> {
  const packs = shop.packs.filter(({ paidAt }) => within(paidAt))
  const byUser = Map.groupBy(packs, ({ userId }) => userId)
  const paid = [...byUser.values()].filter((own) => sum(own.map(({ paise }) => paise)) > 0)
  const paise = sum(packs.map((pack) => pack.paise))
  return {
    'Total Revenue': rupees(paise),
    'Paying Users': counts.format(paid.length),
    'Total Purchases': counts.format(shop.soldVideos.filter(({ soldAt }) => within(soldAt)).length),
    'Avg. Revenue/User': rupees(shop.people.length > 0 ? paise / shop.people.length : 0),
  }
}

/** The lines of the ten who spent most, without blanks. */
export function topOf(shop: PlainShop, within: Within): string[] {
  return peopleOf(shop, within)
    .filter(({ paise }) => paise > 0)
    .toSorted((left, right) => right.paise - left.paise || (left.person.userId < right.person.userId ? -1 : 1))
    .slice(0, 10)
    .map(({ person, paise, packs }, place) =>
      withoutBlanks(
        `#${place + 1}${person.actualName || person.username}${person.email}${rupees(paise)}${packs} ${packs === 1 ? 'credit pack' : 'credit packs'}`,
      ),
    )
}

/** What was paid in each month of a range of days, the newest first, as the table below the chart has it. */
export function monthsOf(shop: PlainShop, from: string, to: string): [month: string, revenue: string][] {
  const monthName = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const months: [string, string][] = []
  const within = betweenDays(from, to)
  for (
    const month = new Date(`${from.slice(0, 7)}-01`);
    month <= new Date(to);
    month.setUTCMonth(month.getUTCMonth() + 1)
  ) {
    const own = shop.packs.filter(
      ({ paidAt }) =>
        within(paidAt) && monthName.format(new Date(paidAt + 5.5 * 3_600_000)) === monthName.format(month),
    )
    months.unshift([monthName.format(month), rupees(sum(own.map(({ paise }) => paise)))])
  }
  return months
}

/** The rows of a CSV file as objects by their headings. */
export function parseCsv(file: string): Record<string, string>[] {
  const lines = file
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .filter(Boolean)
    .map(parseLine)
  const [headings = [], ...rows] = lines
  return rows.map((cells) => Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? ''])))
}

function parseLine(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
