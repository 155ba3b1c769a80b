import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('is the only way in which journeys press: a click on a phone does not notice what no finger can press', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['press*.ts'] })
  expect(files.length).toBeGreaterThan(40)
  const clicking = files.filter((file) =>
    /\)\s*\.click\(\)/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  expect(clicking).toEqual([])
})
