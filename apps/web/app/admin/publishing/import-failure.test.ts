import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { failurePatterns, valuesIn } from './import-failure.ts'

test('the values of a failure are found in its English sentence', () => {
  expect(valuesIn('{file} cannot be read as JSON', 'a (1).json cannot be read as JSON')).toEqual({ file: 'a (1).json' })
  expect(valuesIn('The file "{file}" is not there', 'The file "images/one.png" is not there')).toEqual({
    file: 'images/one.png',
  })
  expect(valuesIn('The file "{file}" is not there', 'The alpha video "a.mov" is not there')).toBeUndefined()
  expect(
    valuesIn(
      'More than {count} files or {megabytes} MB beside the template',
      'More than 1000 files or 1000 MB beside the template',
    ),
  ).toEqual({ count: '1000', megabytes: '1000' })
})

test('every pattern is a text that the worker writes', () => {
  const path = new URL('../../../../../packages/language/messages/en.json', import.meta.url)
  const { server } = JSON.parse(readFileSync(path, 'utf8')) as { server: string[] }
  expect(server).toEqual(expect.arrayContaining([...failurePatterns]))
})
