// When the video of a card is fetched and played: on hover, on focus, and on phones in the middle of the screen.
import { type ReactNode, Suspense, use, useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { stopClock, until } from '../../../testing/clock.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { atDesk, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { controlSight } from '../../../testing/sight.ts'
import { createTemplate } from '../../../testing/template.ts'
import { CardVideo } from './card-video.tsx'
import { TemplateCard } from './template-grid.tsx'

const withFinger = test.runIf(pressedBy.includes('finger'))

/** A video that never loads. */
const endless = () => URL.createObjectURL(new MediaSource())

/**
 * Renders a card for each video, and resolves once they observe mouse, keyboard and screen. The mouse may rest where an
 * earlier test has left it, which is on no card.
 */
async function open(...links: string[]): Promise<void> {
  const watching = Promise.withResolvers<void>()
  function Cards() {
    useEffect(watching.resolve, [])
    return links.map((templateLink, index) => (
      <div key={String(index)} className="pointer-events-none inline-block w-40">
        <TemplateCard template={createTemplate(`${index}`, 'video', { templateLink })} />
      </div>
    ))
  }
  startFakeServer()
  renderPage(<Cards />)
  await watching.promise
}

const cards = () => [...document.querySelectorAll('article')]
const videos = () => [...document.querySelectorAll('video')]
const point = (index: number) => cards()[index]?.dispatchEvent(new PointerEvent('pointerenter'))

/** Replaces playback, and reports `readyState` for each video. */
function spyOnPlay(readyState: number) {
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(readyState)
  return vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
}

atDesk.each([
  ['pointerenter', 'pointerleave'],
  ['focusin', 'focusout'],
])('a video is fetched on %s, starts 50 ms later, and is rewound on %s', async (event, end) => {
  const play = spyOnPlay(HTMLMediaElement.HAVE_ENOUGH_DATA)
  await open(endless())
  const clock = stopClock()
  expect(videos()).toEqual([])
  cards()[0]?.dispatchEvent(new Event(event))
  await clock.run(50, () => expect(play).not.toHaveBeenCalled())
  expect(play).toHaveBeenCalledOnce()
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause')
  const rewind = vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set')
  cards()[0]?.dispatchEvent(new Event(end))
  await until(() => pause.mock.calls.length > 0)
  expect(rewind).toHaveBeenCalledWith(0)
})

atDesk('no video is fetched before the page has loaded what it shows at first', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  await open(endless())
  stopClock()
  point(0)
  state.mockReturnValue('complete')
  dispatchEvent(new Event('load'))
  expect(videos()).toEqual([])
  point(0)
  await until(() => videos().length > 0)
})

atDesk('a video that is not ready after the delay starts when it is ready', async () => {
  const play = spyOnPlay(HTMLMediaElement.HAVE_METADATA)
  await open(endless())
  const clock = stopClock()
  point(0)
  await clock.run(50, () => undefined)
  expect(play).not.toHaveBeenCalled()
  videos()[0]?.dispatchEvent(new Event('canplay'))
  expect(play).toHaveBeenCalledOnce()
})

atDesk('a video that failed once is not requested again, on no card', async () => {
  const [broken, other] = [endless(), endless()]
  await open(broken, broken, other)
  stopClock()
  const fetched = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set')
  point(0)
  await until(() => fetched.mock.calls.length > 0)
  videos()[0]?.dispatchEvent(new Event('error'))
  await until(() => videos().length === 0)
  for (const index of [1, 0, 2]) point(index)
  await until(() => videos().length > 0)
  expect(fetched.mock.calls).toEqual([[broken], [other]])
})

test('a video is fetched once, also when the render that shows it has to wait for something else', async () => {
  const late = Promise.withResolvers<ReactNode>()
  const created = vi.spyOn(document, 'createElement')
  const Late = () => use(late.promise)
  const link = endless()
  renderPage(
    <Suspense fallback="Waiting">
      <CardVideo link={link} isWanted />
      <Late />
    </Suspense>,
  )
  await expect.element(page.getByText('Waiting')).toBeVisible()
  late.resolve('Here')
  await expect.element(page.getByText('Here')).toBeVisible()
  const made = created.mock.results.map(({ value }) => value).filter((it) => it instanceof HTMLVideoElement)
  expect(made.length).toBeGreaterThan(1)
  await expect.poll(() => made.map(({ src }) => src).filter(Boolean)).toEqual([link])
})

withFinger(
  'a video is fetched for a card that rests in the middle of the screen, not for one that passes',
  async () => {
    const sight = controlSight()
    await open(endless(), endless())
    const clock = stopClock()
    const cross = (index: number, isIn: boolean) => sight.cross('-48% 0px -48% 0px', isIn, cards()[index])
    const expectNone = () => expect(videos()).toEqual([])
    await cross(0, true)
    await clock.pass(299)
    await cross(0, false)
    await cross(1, true)
    await clock.run(300, expectNone)
    expect(videos().map((video) => video.closest('article'))).toEqual([cards()[1]])
  },
)
