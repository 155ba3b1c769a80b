// The languages of the store: which are offered, and the owner's own texts.
import type { AdminLanguages, AdminTexts } from '@vitrine/contract/routes/admin-settings'
import type { AdminSettings } from '@vitrine/contract/settings'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { listPageLanguages } from '../../deps/page-language.ts'

const store = useApp()
let admin: AdminForTest
beforeAll(async () => {
  admin = await signInAsAdmin(store)
})

async function offer(value: object) {
  const { languages } = (await admin.call('GET', '/settings')).body as unknown as AdminSettings
  return admin.call('PUT', '/settings/languages', {
    value: { ...languages.value, ...value },
    revision: languages.revision,
  })
}
const change = (tag: string, texts: Record<string, string | null>) =>
  admin.call('PUT', `/languages/${tag}/texts`, { texts })
const find = async (tag: string, key: string) =>
  ((await admin.call('GET', `/languages/${tag}/texts`)).body as unknown as AdminTexts).texts.find(
    (text) => text.key === key,
  )
const offered = () => listPageLanguages(store.deps.settings.get())

describe('the languages of the store', () => {
  it('are English and those that the owner offers, a language of the owner’s among them', async () => {
    const bengali = { tag: 'bn', name: 'বাংলা', direction: 'ltr' }
    expect((await offer({ offered: ['ar', 'bn'], added: [bengali] })).status).toBe(200)
    expect(offered().map(({ tag, direction }) => [tag, direction])).toEqual([
      ['en', 'ltr'],
      ['ar', 'rtl'],
      ['bn', 'ltr'],
    ])
    const { languages } = (await admin.call('GET', '/languages')).body as unknown as AdminLanguages
    expect(languages.find(({ tag }) => tag === 'bn')).toMatchObject({
      isOffered: true,
      isBundled: false,
      translated: 0,
    })
    expect((await offer({ added: [{ ...bengali, tag: '../x' }] })).status).toBe(400)
  })

  it('have texts that the owner can change, and take back', async () => {
    expect((await change('bn', { 'Add to cart': 'কার্টে যোগ করুন' })).status).toBe(200)
    expect(await find('bn', 'Add to cart')).toMatchObject({ own: 'কার্টে যোগ করুন', bundled: null })
    const bengali = offered().find(({ tag }) => tag === 'bn')
    expect(Object.values(bengali?.texts ?? {})).toEqual([['কার্টে যোগ করুন']])
    expect((await change('bn', { 'Add to cart': null })).status).toBe(200)
    expect(await find('bn', 'Add to cart')).toMatchObject({ own: null })
    const { items } = (await admin.call('GET', '/audit?subjectKind=settings&subjectId=texts/bn')).body as {
      items: { before: object; after: object }[]
    }
    expect(items.map(({ after }) => after)).toEqual([{ 'Add to cart': null }, { 'Add to cart': 'কার্টে যোগ করুন' }])
  })

  it('change English texts, too, without touching the others', async () => {
    await change('en', { Login: 'Sign in' })
    const [english] = offered()
    expect(Object.values(english?.texts ?? {})).toEqual([['Sign in']])
    await change('en', { Login: null })
    expect(offered()[0]?.files).toEqual({})
  })

  it('have the headline that the owner wrote, for other languages than English', async () => {
    const headline = 'Lamps that move: 100% yours'
    const { storefront } = (await admin.call('GET', '/settings')).body as unknown as AdminSettings
    const section = (value: object, revision: number) =>
      admin.call('PUT', '/settings/storefront', { value: { ...storefront.value, ...value }, revision })
    expect((await change('ar', { [headline]: 'مصابيح تتحرك' })).status).toBe(400)
    expect((await section({ headline }, storefront.revision)).status).toBe(200)
    expect(await find('ar', headline)).toMatchObject({ english: headline, bundled: null, own: null })
    expect(await find('en', headline)).toBeUndefined()
    expect((await change('ar', { [headline]: 'مصابيح تتحرك' })).status).toBe(200)
    expect(offered().find(({ tag }) => tag === 'ar')?.texts[headline]).toEqual(['مصابيح تتحرك'])
    await change('ar', { [headline]: null })
    await section({}, storefront.revision + 1)
  })

  it('refuse a text that does not fit, and change nothing then', async () => {
    const answer = await change('ar', { 'Add to cart': 'أضف', 'No such text': 'x', Login: 'a {name}' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(answer.body.issues).toEqual([
      { path: 'texts.No such text', message: 'The program has no such text' },
      { path: 'texts.Login', message: 'There is no {name} in the English text' },
    ])
    expect(await find('ar', 'Add to cart')).toMatchObject({ own: null })
    expect((await change('xx', { Login: 'x' })).status).toBe(404)
  })
})
