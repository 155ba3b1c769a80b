// Contract tests of SMS messengers, run against each implementation by its own test file.
import { expect, it } from 'vitest'
import type { TextMessenger } from '../src/sms/sms.ts'

export const wordsForTest = { code: '123456', store: 'Lamp & Söhne', minutes: '10', domain: 'lamps.example' }

export interface MessengerUnderTest {
  readonly messenger: TextMessenger
  /** The messages received so far, oldest first. */
  received(): Promise<{ to: string; text: string }[]>
}

export function itBehavesAsTextMessenger(underTest: () => MessengerUnderTest): void {
  it('delivers the text to the number', async () => {
    const { messenger, received } = underTest()
    const text = 'Your code is 123456 & counts – कोड'
    await messenger.send({ to: '+919876543210', text, words: wordsForTest })
    expect((await received()).at(-1)).toEqual({ to: '+919876543210', text })
  })

  it('rejects an invalid phone number permanently', async () => {
    const { messenger, received } = underTest()
    const before = (await received()).length
    for (const to of ['', '12345', '+0123456789', '+91 98765 43210', '+1234567890123456', 'a@example.test']) {
      await expect(messenger.send({ to, text: 'x', words: wordsForTest }), to).rejects.toMatchObject({
        name: 'TextMessageNotAccepted',
        isFinal: true,
      })
    }
    expect((await received()).length).toBe(before)
  })
}
