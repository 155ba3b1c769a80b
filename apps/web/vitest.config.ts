// Component tests: parts of the pages in a real browser, without a server, pressed as people press them.
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { prepareChromium } from '../../tests/chromium.ts'
import { messages } from './messages-plugin.ts'
import { doubleTap, readAxe, slide, tap, tapCorner } from './testing/commands.ts'

const launchOptions = prepareChromium()
// What hangs is ended; a slow machine decides no test.
const actionTimeout = 60_000
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

export default defineConfig({
  plugins: [messages(), tailwindcss()],
  // Packages that a test finds later would make Vite begin anew in the middle of the run.
  optimizeDeps: { entries: ['app/**/*.tsx', 'testing/*.ts*'] },
  test: {
    name: 'component',
    include: ['app/**/*.browser.test.tsx'],
    setupFiles: ['testing/setup.ts'],
    isolate: false,
    // After the others, which leave no core to a browser.
    sequence: { groupOrder: 1 },
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
      // What people hold: a desk has a mouse and a keyboard, a phone has a finger.
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
