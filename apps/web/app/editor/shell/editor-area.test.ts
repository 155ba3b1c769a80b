// For whom the editors are open, as people sign in and out.
import type { Profile } from '@vitrine/contract/accounts'
import { expect, it } from 'vitest'
import type { Session } from '../../api/session.ts'
import { type Opened, openedFor } from './editor-area.tsx'

const signedIn = (userId: string): Session => ({ status: 'signed-in', profile: { userId } as Profile })
const after = (...sessions: Session[]) =>
  sessions.reduce<Opened | undefined>((opened, session) => openedFor(opened, session), undefined)
const [loading, out] = [{ status: 'loading' }, { status: 'signed-out' }] as const

it('is open for nobody in particular until it is known who is here', () => {
  expect(after(loading)).toBeUndefined()
  expect(after(loading, out)).toEqual({ userId: undefined, round: 0 })
  expect(after({ status: 'unreachable' })).toBeUndefined()
})

it('stays the same editor when its visitor signs in, and when the session ends and begins again', () => {
  expect(after(out, loading, signedIn('asha'))).toEqual({ userId: 'asha', round: 0 })
  expect(after(signedIn('asha'), out, signedIn('asha'))).toEqual({ userId: 'asha', round: 0 })
})

it('is another one for another user', () => {
  expect(after(signedIn('asha'), signedIn('ravi'))).toEqual({ userId: 'ravi', round: 1 })
  expect(after(out, signedIn('asha'), out, signedIn('ravi'))).toEqual({ userId: 'ravi', round: 1 })
})
