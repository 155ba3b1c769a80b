import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { fillClauses } from '@vitrine/contract/sentence'
import { afterAll, expect, test } from 'vitest'
import { createI18n, provideI18n } from '../../language/i18n.ts'
import { clausesText } from './sentence-text.ts'

const english = createI18n('en', {})
afterAll(() => provideI18n(() => english))

test('the reasons of a failure are one line: in English on the command line, in the language of the page in the admin area', () => {
  const reasons = [
    { place: 'template.json: name', text: 'Fill this in', values: {} },
    { text: '{file} cannot be read as JSON', values: { file: 'data.json' } },
  ]
  expect(fillClauses(reasons)).toBe('template.json: name: Fill this in; data.json cannot be read as JSON')
  const german = createI18n('de', {
    'Fill this in': ['Bitte ausfüllen'],
    '{file} cannot be read as JSON': compileMessage('{file} ist kein JSON'),
    [generateMessageId('{first}; {second}')]: compileMessage('{first}. {second}'),
  })
  provideI18n(() => german)
  expect(clausesText(reasons)).toBe('\u2068template.json: name\u2069: Bitte ausfüllen. data.json ist kein JSON')
})
