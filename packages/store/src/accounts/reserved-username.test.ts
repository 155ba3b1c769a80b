import { expect, it } from 'vitest'
import { isReservedUsername } from './reserved-username.ts'

it.each([
  'admin',
  'Admin',
  'Adm1n',
  '4dmin',
  'a.d-m_i-n',
  'r00t',
  'BlLLING',
  'vitrine',
  'V1trine',
  'vitrine-support',
  'he1p',
])('%s is the store’s', (username) => expect(isReservedUsername(username)).toBe(true))

it.each(['asha', 'admina', 'asha-admin', 'vitrine-fan', 'supporter', 'rooted', 'demo', 'user5031', '...'])(
  '%s is anybody’s',
  (username) => expect(isReservedUsername(username)).toBe(false),
)
