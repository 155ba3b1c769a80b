import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('is the only way in which journeys press: a click on a phone does not notice what no finger can press', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['press*.ts', 'button-crawl.ts'] })
  expect(files.length).toBeGreaterThan(40)
  // A key held with the button is a mouse's; `page.mouse` is one by its name.
  const clicking = files.filter((file) =>
    /(?<!\bmouse)\.click\((?!\{ modifiers)/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  expect(clicking).toEqual([])
})
