import { mapSections, settingsSections } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { catchApiError } from '../../testing/store.ts'
import { changeSettings, readSettings, type SettingsUpdate } from './settings.ts'
import { settings } from './tables.ts'

const database = useDatabase()
beforeEach(() => database.db.delete(settings))

const changeBrand = (update: SettingsUpdate) => transaction(database.db, (tx) => changeSettings(tx, 'brand', update))
const brand = async () => (await readSettings(database.db)).values.brand

describe('settings', () => {
  it('are those of the specification until somebody changes them', async () => {
    const { values, revisions } = await readSettings(database.db)
    expect(revisions).toEqual(mapSections(() => 0))
    expect(values.brand).toMatchObject({ name: 'Vitrine', accent: '#f5a400', logo: null })
    expect(values.pricing).toMatchObject({ paisePer1000Credits: 79_800, inrPerUsd: 84, signupCredits: 500 })
    expect(values.pricing.packs.map(({ amountPaise }) => amountPaise)).toEqual([100, 39_900, 69_900, 149_900])
  })

  it('change as a whole section, and tell what changed', async () => {
    const change = await changeBrand({ value: { name: 'Lamp House' }, revision: 0 })
    expect(change).toMatchObject({ before: { name: 'Vitrine' }, after: { name: 'Lamp House' } })
    expect(await brand()).toMatchObject({ name: 'Lamp House' })
    await changeBrand({ value: { name: 'Lamp House', corners: 'round' }, revision: 1 })
    expect((await readSettings(database.db)).revisions.brand).toBe(2)
  })

  it('refuse a change made from an older state, and accept one that is repeated', async () => {
    const mine = { value: { name: 'Mine' }, revision: 0 }
    await changeBrand(mine)
    expect(await changeBrand(mine), 'the response was lost').toBeUndefined()
    expect((await catchApiError(changeBrand({ value: { name: 'Theirs' }, revision: 0 }))).code).toBe('settings-changed')
    expect(await brand()).toMatchObject({ name: 'Mine' })
  })

  it('of two first changes at the same time accept one', async () => {
    const tries = ['One', 'Two'].map((name) => changeBrand({ value: { name }, revision: 0 }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('name each field that cannot be used', async () => {
    const packs = [
      { id: 'a', credits: 100, amountPaise: 10_000 },
      { id: 'a', credits: 100, amountPaise: 10_050 },
    ]
    const change = transaction(database.db, (tx) => changeSettings(tx, 'pricing', { value: { packs }, revision: 0 }))
    const { details } = await change.then(
      () => expect.fail('accepted'),
      (error) => error,
    )
    expect(details.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      'packs.1.amountPaise',
      'packs.1.credits',
      'packs.1.id',
    ])
    for (const value of [{ name: '' }, { name: ' \n ' }, { accent: 'red' }, { logo: '/media/else.png' }]) {
      expect((await catchApiError(changeBrand({ value, revision: 0 }))).code).toBe('invalid-input')
    }
  })

  it('stay readable around what breaks the contract: a list loses its element, anything else its field', async () => {
    const packs = [
      { id: 'a', credits: 100, amountPaise: 10_000 },
      { id: 'b', credits: -1, amountPaise: 'x' },
      { id: 'c', credits: 300, amountPaise: 30_000 },
    ]
    await database.db.insert(settings).values([
      { section: 'pricing', value: { packs, inrPerUsd: 90, signupCredits: 'many' }, revision: 1 },
      { section: 'brand', value: { name: 'Lamp House', headlines: 'own', headlineFont: { id: 'x' } }, revision: 1 },
      { section: 'providers', value: { mail: { mode: 'live', host: 'a b', password: 'x' } }, revision: 1 },
      { section: 'seller', value: ['not', 'an', 'object'] as never, revision: 1 },
    ])
    const { values, ignored } = await readSettings(database.db)
    expect(values.pricing.packs.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(values.pricing).toMatchObject({ inrPerUsd: 90, signupCredits: 500 })
    expect(values.brand).toMatchObject({ name: 'Lamp House', headlines: 'serif', headlineFont: null })
    expect(values.providers.mail).toMatchObject({ mode: null, host: '', password: '' })
    expect(ignored.toSorted()).toEqual([
      ...['brand.headlineFont', 'brand.headlines', 'pricing.packs.1', 'pricing.signupCredits'],
      ...['providers.mail', 'seller.*'],
    ])
    const value = { ...values.pricing }
    await transaction(database.db, (tx) => changeSettings(tx, 'pricing', { value, revision: 1 }))
    expect((await readSettings(database.db)).ignored.filter((path) => path.startsWith('pricing'))).toEqual([])
  })

  it('stay readable when a later version adds a field', async () => {
    await database.db.insert(settings).values({ section: 'brand', value: { name: 'Old' }, revision: 7 })
    expect(await brand()).toEqual({ ...settingsSections.brand.parse({}), name: 'Old' })
  })
})
