// Holds the pages to buttons whose action happens once for a double press.
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findSendingButtons } from './bare-buttons.ts'

const root = resolve(import.meta.dirname, '..')
const web = join(root, 'apps/web')

test('no bare button of the pages sends anything', { timeout: 300_000 }, () => {
  const isPage = (file: string) => file.startsWith(join(web, 'app')) && !/\.test\.tsx$|ui\/button\.tsx$/.test(file)
  const found = findSendingButtons(web, isPage)
  expect(found.map(({ file, line, why }) => `${file.slice(root.length + 1)}:${line} ${why}`)).toEqual([])
})
