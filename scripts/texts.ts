// `npm run texts`: writes the English texts of the program to packages/language/messages/en.json, sorts the translations in the
// same order, and prints missing ones. Removes translations of deleted texts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AREAS, type Translations } from '@vitrine/language/catalogue'
import { BUNDLED_LANGUAGES, ENGLISH } from '@vitrine/language/language'
import { collectTexts } from './collect-texts.ts'

const folder = resolve(import.meta.dirname, '../packages/language/messages')
const toCatalogueFile = (tag: string) => join(folder, `${tag}.json`)
const write = (tag: string, value: unknown) =>
  writeFileSync(toCatalogueFile(tag), `${JSON.stringify(value, null, 2)}\n`)

const texts = await collectTexts()
write(ENGLISH.tag, texts)
const keys = [...new Set(AREAS.flatMap((area) => texts[area]))]
for (const { tag } of BUNDLED_LANGUAGES.filter(({ tag }) => tag !== ENGLISH.tag)) {
  const known: Translations = existsSync(toCatalogueFile(tag))
    ? JSON.parse(readFileSync(toCatalogueFile(tag), 'utf8'))
    : {}
  write(tag, Object.fromEntries(keys.flatMap((key) => (key in known ? [[key, known[key]]] : []))))
  const missing = keys.filter((key) => !(key in known))
  console.log(`${tag}: ${missing.length === 0 ? 'complete' : `${missing.length} missing`}`)
  for (const key of missing.slice(0, 20)) console.log(`  ${JSON.stringify(key)}`)
}
