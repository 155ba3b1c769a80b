// Reads a profile response. A server of the specification may omit fields, send lists of plain ids instead of records,
// and wrap list items in an object with a single field. Pages see one shape.
import type { Profile } from '@vitrine/contract/accounts'
import type { UserTemplate } from '@vitrine/contract/catalogue'

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Unwraps an object with a single field, such as `{ S: 'Wedding' }`; other values stay as they are. */
function unwrap(item: unknown): unknown {
  const inside = isRecord(item) ? Object.values(item) : []
  return inside.length === 1 ? inside[0] : item
}

const items = (list: unknown): unknown[] => (Array.isArray(list) ? list.map(unwrap) : [])
const ids = (list: unknown): string[] => items(list).filter((item) => typeof item === 'string')
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const records = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

function readTemplate(item: unknown): UserTemplate | undefined {
  const inside = unwrap(item)
  const record = (isRecord(inside) ? inside : { templateId: inside }) as Partial<UserTemplate>
  if (!record.templateId) return undefined
  return {
    templateLink: '',
    templateName: '',
    templateDescription: '',
    templatePrice: 0,
    templatePriceIND: 0,
    vidStart: '0',
    thumbnailFrame: '0',
    templateThumbnail: '',
    kind: 'video',
    width: 16,
    height: 9,
    dominantColor: '',
    addedAt: '',
    ...record,
    templateId: record.templateId,
    templateCategory: ids(record.templateCategory),
  }
}

const templates = (list: unknown): UserTemplate[] =>
  records(list).flatMap((item) => {
    const template = readTemplate(item)
    return template ? [template] : []
  })

/** A profile with every field: missing texts are empty, a missing balance is 0, missing lists have no items. */
export function readProfile(answer: Partial<Profile>): Profile {
  // Likes may be plain ids, whose records are here.
  const links = new Map(templates(answer.templateLinks).map((template) => [template.templateId, template]))
  return {
    ...(answer as Profile),
    username: text(answer.username),
    email: text(answer.email),
    actualName: text(answer.actualName),
    phoneNumber: text(answer.phoneNumber),
    countryCode: text(answer.countryCode),
    EmpFeild: text(answer.EmpFeild),
    profilePicture: text(answer.profilePicture),
    credits: answer.credits ?? 0,
    likedTemplates: templates(answer.likedTemplates).map((liked) => links.get(liked.templateId) ?? liked),
    purchasedTemplates: ids(answer.purchasedTemplates),
    cart: ids(answer.cart),
    paymentHistory: records(answer.paymentHistory) as Profile['paymentHistory'],
    templateLinks: templates(answer.templateLinks),
    cartVideoLinks: templates(answer.cartVideoLinks),
    purchasedVideoLinks: templates(answer.purchasedVideoLinks),
    creditPurchaseHistory: records(answer.creditPurchaseHistory) as Profile['creditPurchaseHistory'],
  }
}
