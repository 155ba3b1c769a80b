// Component tests: parts of the pages in a real browser, without a server, with real input.
import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { prepareChromium } from '../../tests/chromium.ts'
import { messages } from './messages-plugin.ts'
import { doubleTap, readAxe, slide, tap, tapCorner } from './testing/commands.ts'

const launchOptions = prepareChromium()
// Ends hanging tests; too long for a slow machine to decide a test.
const actionTimeout = 60_000
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

export default defineConfig({
  plugins: [messages(), tailwindcss()],
  // Packages that a test finds later would make Vite restart in the middle of the run.
  optimizeDeps: { entries: ['app/**/*.tsx', 'testing/*.ts*'] },
  test: {
    name: 'component',
    include: ['app/**/*.browser.test.tsx'],
    setupFiles: ['testing/setup.ts'],
    isolate: false,
    // After the others, which leave no core for a browser.
    sequence: { groupOrder: 1 },
    // The desk and the phone side by side, in two browsers: Vitest leaves one core to itself, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: 300_000,
      commands: { tap, doubleTap, tapCorner, slide, readAxe },
      provider: playwright({ launchOptions, actionTimeout }),
      // The input devices: a desktop has a mouse and a keyboard, a phone has a finger.
      instances: [
        { browser: 'chromium', name: 'desk', viewport: desk },
        {
          browser: 'chromium',
          name: 'phone',
          viewport: phone,
          provider: playwright({ launchOptions, actionTimeout, contextOptions: { hasTouch: true, isMobile: true } }),
        },
      ],
    },
  },
})
