// The yardstick: a page in a real Chromium in which lottie-web plays an animation, photographed frame by frame. The page
// reaches nothing but its input, and expressions other than plain loops are taken out before.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, errors, type Page } from '@playwright/test'
import { prepareChromium } from '../chromium.ts'

const require = createRequire(import.meta.url)

/** An animation with everything it needs inside it. */
export interface Performance {
  readonly json: unknown
  /** Pixels of the picture that is taken. */
  readonly width: number
  readonly height: number
  /** The height at which the animation has its own proportions. */
  readonly exact: number
  /** Font files as base64 by the family that the animation names. */
  readonly fonts: Readonly<Record<string, string>>
  readonly frames: readonly number[]
}

export interface Player {
  /** PNG pictures of the frames over white; an empty list when lottie-web cannot play the file. */
  play(performance: Performance): Promise<Buffer[]>
  close(): Promise<void>
}

/** The part of lottie-web's interface and of the page that the script below uses. */
interface PlayerWindow {
  lottie: {
    loadAnimation(options: object): {
      goToAndStop(frame: number, isFrame: boolean): void
      destroy(): void
      isLoaded: boolean
      addEventListener(name: string, done: () => void): void
    }
  }
  animation?: ReturnType<PlayerWindow['lottie']['loadAnimation']>
}

export async function openPlayer(): Promise<Player> {
  const browser = await chromium.launch({ ...prepareChromium(), headless: true })
  const script = readFileSync(require.resolve('lottie-web/build/player/lottie.js'), 'utf8')
  return {
    play: (performance) => playOnce(browser, script, performance),
    close: () => browser.close(),
  }
}

async function playOnce(browser: Browser, script: string, performance: Performance): Promise<Buffer[]> {
  const { width, height, frames } = performance
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 })
  try {
    await page.route('**/*', (route) => (route.request().url().startsWith('data:') ? route.continue() : route.abort()))
    await page.setContent(pageSource(performance))
    await page.addScriptTag({ content: script })
    const pictures: Buffer[] = []
    for (const frame of frames) {
      // A player of its own for each frame: loops and rounded corners depend on what was drawn before.
      if (!(await load(page, performance.json))) return []
      await page.evaluate((at) => (globalThis as unknown as PlayerWindow).animation?.goToAndStop(at, true), frame)
      pictures.push(await page.screenshot({ clip: { x: 0, y: 0, width, height } }))
    }
    return pictures
  } catch (error) {
    // Some files keep it busy for ever.
    if (error instanceof errors.TimeoutError) return []
    throw error
  } finally {
    await page.close()
  }
}

function pageSource({ width, exact, fonts }: Performance): string {
  const faces = Object.entries(fonts).map(
    ([family, base64]) =>
      `@font-face{font-family:${JSON.stringify(family)};font-weight:1 1000;src:url(data:font/ttf;base64,${base64})}`,
  )
  return `<!doctype html><style>${faces.join('')}html,body{margin:0;background:#fff;overflow:hidden}
    #stage{width:${width}px;height:${exact}px}svg{display:block}</style><div id="stage"></div>`
}

/** Loads the animation; false when lottie-web gives up or takes longer than ten seconds. */
async function load(page: Page, json: unknown): Promise<boolean> {
  const loaded = page.evaluate(async (animationData) => {
    const dom = globalThis as unknown as PlayerWindow & {
      document: { getElementById(id: string): object; fonts: Iterable<{ load(): Promise<unknown> }> }
    }
    await Promise.all([...dom.document.fonts].map((face) => face.load()))
    dom.animation?.destroy()
    return new Promise<boolean>((done) => {
      const animation = dom.lottie.loadAnimation({
        container: dom.document.getElementById('stage'),
        renderer: 'svg',
        loop: false,
        autoplay: false,
        animationData,
        rendererSettings: { preserveAspectRatio: 'none' },
      })
      dom.animation = animation
      animation.addEventListener('DOMLoaded', () => setTimeout(() => done(true), 50))
      animation.addEventListener('data_failed', () => done(false))
      setTimeout(() => done(animation.isLoaded), 10_000)
    })
  }, json as object)
  return loaded.catch(() => false)
}
