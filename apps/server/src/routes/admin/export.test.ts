import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { streamCsv, writeRow } from './export.ts'

it('quotes what would break a row', () => {
  expect(writeRow(['plain', 'a,b', 'say "hi"', 'two\nlines', null, 4.5, true])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,4.5,true\r\n',
  )
})

it('lets no spreadsheet run what a customer typed, and leaves numbers alone', () => {
  expect(writeRow(['=HYPERLINK("http://evil")', '+1', '-1', '@x', '\tx', -1])).toBe(
    `"'=HYPERLINK(""http://evil"")",'+1,'-1,'@x,'\tx,-1\r\n`,
  )
})

it('streams with a UTF-8 byte order mark, and stops reading when the client disconnects', async () => {
  let isLeft = false
  async function* pieces() {
    try {
      yield [{ name: 'आशा' }, { name: 'Rohan' }]
      yield [{ name: 'Mira' }]
    } finally {
      isLeft = true
    }
  }
  const columns = [['name', (item: { name: string }) => item.name]] as const
  expect(await text(streamCsv(columns, pieces()))).toBe('\ufeffname\r\nआशा\r\nRohan\r\nMira\r\n'.slice(1))
  isLeft = false
  const stream = streamCsv(columns, pieces())
  for await (const chunk of stream) {
    if (String(chunk).includes('Rohan')) break
  }
  expect(isLeft).toBe(true)
})
