import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseImportFailure } from './import-failure.ts'

const sentences = {
  'a (1).json cannot be read as JSON': { file: 'a (1).json' },
  'The file "images/one.png" is not there': { file: 'images/one.png' },
  'The alpha video "a.mov" is not there': { file: 'a.mov' },
  'The file name "../a" leads out of the folder': { file: '../a' },
  'More than 1000 files or 1000 MB beside the template': { count: '1000', megabytes: '1000' },
}

test('the values of a failure are found in its English sentence, and its pattern is in the catalogue', () => {
  const path = new URL('../../language/messages/en.json', import.meta.url)
  const { server } = JSON.parse(readFileSync(path, 'utf8')) as { server: string[] }
  for (const [sentence, values] of Object.entries(sentences)) {
    const parsed = parseImportFailure(sentence)
    expect(parsed?.values).toEqual(values)
    expect(server).toContain(parsed?.pattern)
  }
})

test('a sentence without values has no pattern', () => {
  expect(parseImportFailure('There is nothing in this package that could be drawn.')).toBeUndefined()
})
