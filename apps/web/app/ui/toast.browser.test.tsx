// How long a toast stays, and how it looks.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { stopClock } from '../../testing/clock.ts'
import { press } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

function Notify({ durationMs }: { durationMs?: number }) {
  const showToast = useToast()
  return <Button onClick={() => showToast('success', 'Saved', durationMs ? { durationMs } : {})}>Save</Button>
}

test.each([
  [5000, {}],
  [800, { durationMs: 800 }],
])('a toast stays for %s ms and fades for 300', async (shownMs, options) => {
  renderPage(<Notify {...options} />)
  const save = page.getByRole('button', { name: 'Save' })
  await expect.element(save).toBeVisible()
  const clock = stopClock()
  ;(save.element() as HTMLElement).click()
  const toast = () => document.querySelector('[data-toasts] > div')
  const isFading = () => toast()?.matches('.opacity-0')
  await clock.run(shownMs, () => expect(isFading()).toBe(false))
  expect(isFading()).toBe(true)
  await clock.run(300, () => expect(toast()).toHaveTextContent('Saved'))
  expect(toast()).toBeNull()
})

test('messages of both kinds, one with something to do about it, can be read by everybody', async () => {
  function NotifyTwice() {
    const showToast = useToast()
    const action = { label: 'Try again', run: () => undefined }
    // They stay for as long as the test needs.
    const durationMs = 1_000_000
    const notify = () => {
      showToast('success', 'Saved', { durationMs })
      showToast('error', 'Not sent', { durationMs, action })
    }
    return <Button onClick={notify}>Save</Button>
  }
  renderPage(<NotifyTwice />)
  await press(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible()
})
