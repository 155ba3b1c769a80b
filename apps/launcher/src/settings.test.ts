import { SERVICES } from '@vitrine/providers/service/settings'
import { expect, it } from 'vitest'
import { REAL_PROVIDERS } from './settings.ts'

it('knows every variable that chooses a provider', () => {
  const choosing = Object.values(SERVICES).flatMap(({ providers }) =>
    providers.flatMap(({ chosenBy }) => chosenBy ?? []),
  )
  expect(REAL_PROVIDERS.toSorted()).toEqual(choosing.toSorted())
})
