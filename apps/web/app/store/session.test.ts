// Changing one's profile begins with being somebody.
import { describe, expect, it } from 'vitest'
import { beginSession, changeProfile } from './session.ts'

describe('a session', () => {
  it('is needed to change a profile', async () => {
    await expect(changeProfile({ actualName: 'Asha' })).rejects.toMatchObject({
      message: 'No authentication token found',
    })
  })

  it('does not begin with an answer that holds no token', () => {
    expect(() => beginSession({} as never, true)).toThrow('Invalid response from server')
  })
})
