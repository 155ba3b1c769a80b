// The script in the head of a page before the page's own scripts are loaded.
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press, pressedBy } from '../../testing/press.ts'
import { waitForPerson } from './late-start.ts'

const late = 'vitrine/late'
const ready = 'ready-in-this-test'

/** A page as rendered by the server, with this script address. */
function openPage(src = 'data:text/javascript,') {
  const place = document.createElement('div')
  place.innerHTML = `
    <link rel="${late}" href="data:text/javascript,">
    <button type="button">Like</button>
    <select aria-label="Sort by"><option>Popular</option><option>Newest</option></select>`
  // Inserted explicitly, because scripts of an innerHTML never run.
  const script = Object.assign(document.createElement('script'), { type: late, src })
  place.append(script)
  document.body.append(place)
  const liked = vi.fn()
  const sorted = vi.fn()
  waitForPerson(late, ready)
  onTestFinished(() => {
    dispatchEvent(new Event(ready))
    place.remove()
    script.remove()
  })
  return {
    ...{ liked, sorted },
    hasBegun: () => script.type === 'module' && place.querySelector('link')?.rel === 'modulepreload',
    /** What React does after hydration. */
    listen() {
      place.querySelector('button')?.addEventListener('click', liked)
      place.querySelector('select')?.addEventListener('change', sorted)
    },
  }
}

const like = page.getByRole('button', { name: 'Like' })

test('scripts begin after the load event', async () => {
  const { hasBegun } = openPage()
  dispatchEvent(new Event('DOMContentLoaded'))
  expect(hasBegun()).toBe(false)
  dispatchEvent(new Event('load'))
  await expect.poll(hasBegun).toBe(true)
})

test.each(['pointerdown', 'keydown', 'scroll'])('scripts begin with the first %s', (sign) => {
  const { hasBegun } = openPage()
  dispatchEvent(new Event(sign))
  expect(hasBegun()).toBe(true)
})

test.each([localStorage, sessionStorage])('scripts of somebody who is signed in wait for no picture', (storage) => {
  storage.setItem('vitrine-token', '{}')
  const { hasBegun } = openPage()
  expect(hasBegun()).toBe(false)
  dispatchEvent(new Event('DOMContentLoaded'))
  expect(hasBegun()).toBe(true)
})

test.each(pressedBy)('what is pressed by %s before the page listens happens once it does', async (by) => {
  const { liked, sorted, listen } = openPage()
  await press(like, by)
  await expect.element(like).toHaveAttribute('aria-busy', 'true')
  await userEvent.selectOptions(page.getByLabelText('Sort by'), 'Newest')
  listen()
  expect([liked, sorted].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  dispatchEvent(new Event(ready))
  await expect.poll(() => [liked, sorted].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  await expect.element(like).not.toHaveAttribute('aria-busy')
  await press(like, by)
  expect(liked).toHaveBeenCalledTimes(2)
})

test('a button does not stay busy when the scripts cannot be fetched', async () => {
  const { liked, listen } = openPage('/missing/entry.js')
  await press(like)
  await expect.element(like).not.toHaveAttribute('aria-busy')
  listen()
  await press(like)
  expect(liked).toHaveBeenCalledOnce()
})
