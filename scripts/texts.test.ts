// Checks the message catalogue: it contains every visible text, and every translation fits its English text.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { settingsSections } from '@vitrine/contract/settings'
import { AREAS, findProblem, SOURCE_TEXTS, splitKey, translationsInto } from '@vitrine/language/catalogue'
import { BUNDLED_LANGUAGES, ENGLISH } from '@vitrine/language/language'
import { expect, test } from 'vitest'
import { collectTexts } from './collect-texts.ts'
import { findLooseTexts } from './loose-texts.ts'
import { findServerTexts } from './server-texts.ts'

const root = resolve(import.meta.dirname, '..')

/** False positives of the finder: names of keys, products and protocols, CSS, headers, cookies, stored values. */
const NO_TEXTS: Readonly<Record<string, RegExp>> = {
  'features/account/profile-completion.ts': /^(Media & Entertainment|Real Estate)$/,
  'admin/settings/brand-file-field.tsx': /^Bearer /,
  'admin/settings/brand-fields.tsx': /serif$|^Preview \{\}$/,
  'editor/actions/key-text.ts': /^Page (Up|Down)$/,
  'editor/modes/canvas/stage/text-editing.tsx': /sans-serif$/,
  // Search words in every language, the same for all of them.
  'editor/modes/canvas/stickers/sticker-list.ts': /[\u0900-\u097f]/,
  'service-worker/cache-rule.ts': /^Bearer /,
  'service-worker/sw.ts': /^Bearer /,
  'shell/consent.ts': /SameSite/,
  'shell/switches.tsx': /^Bearer /,
  'shell/measuring-tags.ts': /Max-Age/,
  'api/send-file.ts': /^Bearer /,
}

/** Keys of shortcuts in the editors. */
const KEYS = /^((Ctrl|Alt|Shift) )+(\S|\S, \S|(Arrow|Bracket)\w+|Comma|Period)( \| .+)?$|^Delete \| Backspace$/

/** The name of a route of the API. */
const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) \/api\//

test('every text of the pages is in the message catalogue', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/web/app'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|-fixture|-for-test/.test(file) && existsSync(join(root, file)))
  const loose = files.flatMap((file) => {
    const exception = NO_TEXTS[file.replace('apps/web/app/', '')]
    return findLooseTexts(file, readFileSync(join(root, file), 'utf8'))
      .filter(({ text }) => !ROUTE.test(text) && !KEYS.test(text) && !exception?.test(text))
      .map(({ line, text }) => `${file}:${line} ${text}`)
  })
  expect(loose).toEqual([])
})

test('the finder sees texts between tags, in attributes, in literals, and words that code chooses inside a message', () => {
  const code = `
    const label = 'Save'
    export function Some({ isNew, name }) {
      if (!name) return show('Enter a name first')
      return <p title="Your name" className="flex">Hello <Trans>{isNew ? 'new' : 'old'} friend</Trans> {t\`In the catalogue\`}</p>
    }`
  const found = findLooseTexts('some.tsx', code).map(({ kind, text, isAtModuleLevel }) => ({
    kind,
    text,
    isAtModuleLevel,
  }))
  expect(found).toEqual([
    { kind: 'literal', text: 'Save', isAtModuleLevel: true },
    { kind: 'literal', text: 'Enter a name first', isAtModuleLevel: false },
    { kind: 'attribute', text: 'Your name', isAtModuleLevel: false },
    { kind: 'child', text: 'Hello', isAtModuleLevel: false },
    { kind: 'part', text: 'new', isAtModuleLevel: false },
    { kind: 'part', text: 'old', isAtModuleLevel: false },
  ])
})

test('the finder sees what server and worker answer with, and what they write', () => {
  const code = `
    const GAVE_UP = 'The video could not be made.'
    const TABLE_NAME = 'renders of users'
    const message = isPlain ? msg('In order') : msg('{count} faults')
    throw new ImportRejected('not-json', 'The file cannot be read')
    throw new ApiError('gone', {}, isNew ? 'It is new' : 'It is old')
    scope.lint.warn('mask-mode', path, 'Only the first {most} masks are drawn', { most })
    lint.error('effect', path, [clause('The effect {effect} is not drawn', { effect })])
    console.warn('one', 'two', 'Not for readers at all')
    translate('Test of {store}', { store })`
  const { server, mail } = findServerTexts('some.ts', code)
  expect(server).toEqual([
    ...['The video could not be made.', 'In order', '{count} faults', 'The file cannot be read'],
    ...['It is new', 'It is old', 'Only the first {most} masks are drawn', 'The effect {effect} is not drawn'],
  ])
  expect(mail).toEqual(['Test of {store}'])
})

test('no remark of an import has its values written into its English text', () => {
  const folders = ['packages/after-effects/src', 'packages/document/src']
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.ts$/.test(file) && !/\.test\./.test(file) && existsSync(join(root, file)))
  const built = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const calls = code.match(/\b(lint\.(error|warn|info)|clause|remarkText)\((?:[^()`;]|\([^()]*\))*`[^`]*`/g) ?? []
    return calls.filter((call) => /,\s*`[^`]*`$|\(\s*`[^`]*`$/.test(call)).map((call) => `${file}: ${call}`)
  })
  expect(built).toEqual([])
})

test('the finder sees elements in attributes, and names that a component shows', () => {
  const code = `
    export const Some = () => (
      <Empty name="No orders" action={<Button name="send" type="submit">Send now</Button>}>
        <input name="First name" />
      </Empty>
    )`
  expect(findLooseTexts('some.tsx', code).map(({ text }) => text)).toEqual(['No orders', 'Send now'])
})

test('the catalogue has the texts of the code: otherwise run npm run texts', async () => {
  expect(await collectTexts()).toEqual(SOURCE_TEXTS)
})

const translated = BUNDLED_LANGUAGES.filter(({ tag }) => tag !== ENGLISH.tag)
const keys = new Set(AREAS.flatMap((area) => SOURCE_TEXTS[area]))

test.each(translated)('every translation into $name belongs to a text and fits it', ({ tag }) => {
  const wrong = Object.entries(translationsInto(tag)).flatMap(([key, text]) => {
    const problem = keys.has(key) ? findProblem(splitKey(key).text, text) : 'there is no such text'
    return problem ? [`${key}: ${problem}`] : []
  })
  expect(wrong).toEqual([])
})

const { offered } = settingsSections.languages.parse({})

test.each([...offered, ENGLISH.tag])(
  'a language that a new store offers has the texts of the store and the server: %s',
  (tag) => {
    const translations =
      tag === ENGLISH.tag ? Object.fromEntries([...keys].map((key) => [key, key])) : translationsInto(tag)
    const missing = [...SOURCE_TEXTS.store, ...SOURCE_TEXTS.server].filter((key) => !(key in translations))
    expect(missing).toEqual([])
  },
)
