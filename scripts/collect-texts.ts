// Collects the English texts of the program from its code.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AREAS, type Area, createTextKey, type LoadedArea, type SourceTexts } from '@vitrine/language/catalogue'
import { expandMacros, findDescriptors, USES_MACROS } from '../apps/web/messages-plugin.ts'
import { findServerTexts } from './server-texts.ts'

const root = resolve(import.meta.dirname, '..')

/** The area of the pages that shows a source file's texts. Editor code that the store shows belongs to the store. */
export function findTextArea(file: string): Exclude<LoadedArea, 'server'> {
  const [, path = ''] = file.split('apps/web/app/')
  if (/^editor\/(project|modes\/profile-picture)\//.test(path)) return 'store'
  if (path.startsWith('editor/')) return 'editors'
  return /^(admin|setup)\//.test(path) ? 'admin' : 'store'
}

/** All English texts in the current code. */
export async function collectTexts(): Promise<SourceTexts> {
  const found = Object.fromEntries(AREAS.map((area) => [area, new Set()])) as Record<Area, Set<string>>
  for (const file of listFiles('apps/web/app')) {
    const code = readFileSync(join(root, file), 'utf8')
    if (!USES_MACROS.test(code)) continue
    for (const { message, context } of findDescriptors(await expandMacros(code, file))) {
      if (message) found[findTextArea(file)].add(createTextKey(message.value, context?.value))
    }
  }
  for (const key of found.store) for (const area of ['editors', 'admin'] as const) found[area].delete(key)
  const server = [
    ...listFiles('packages/contract/src'),
    ...listFiles('packages/providers/src'),
    ...listFiles('packages/store/src'),
    ...listFiles('packages/after-effects/src'),
    ...listFiles('packages/document/src'),
    ...listFiles('apps/server/src'),
    ...listFiles('apps/worker/src'),
  ]
  for (const file of server) {
    const texts = findServerTexts(file, readFileSync(join(root, file), 'utf8'))
    for (const area of ['server', 'mail'] as const)
      for (const text of texts[area]) if (!isAboutVariable(file, text)) found[area].add(text)
  }
  return Object.fromEntries(AREAS.map((area) => [area, [...found[area]].sort()])) as unknown as SourceTexts
}

/** The log continues the name of an environment variable with such a text. */
function isAboutVariable(file: string, text: string): boolean {
  return file.startsWith('packages/providers/') && /^\p{Ll}/u.test(text)
}

function listFiles(folder: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${folder}/*.ts`, `${folder}/*.tsx`], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file && !/\.test\.tsx?$/.test(file) && existsSync(join(root, file)))
}
