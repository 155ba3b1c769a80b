import { applyOperations, type Operation } from '@vitrine/composition/operation'
import { expect, test } from 'vitest'
import type { Draft } from './autosave.ts'
import { documentWith, textLayer } from './document-fixture.ts'
import { convertDraft } from './earlier-draft.ts'
import { editedFor } from './edited-document.ts'

const document = documentWith([textLayer('words'), textLayer('other')])
const operations: Operation[] = [
  { op: 'add-text', layer: textLayer('own-a') },
  { op: 'set', layer: 'words', property: 'text', value: 'Hello' },
  { op: 'group', id: 'own-g', layers: ['own-a', 'words'] },
]
const draftWith = (content: object) => ({ content, revision: 4, unanswered: ['id'] }) as unknown as Draft

test('a draft of version 0.2 opens with all that was done, and one from before shapes in the designed one', () => {
  const { content, ...rest } = convertDraft(document, draftWith({ values: { title: 'mine' }, ops: operations }))
  expect(rest).toEqual({ revision: 4, unanswered: ['id'] })
  expect(content).toMatchObject({ values: { title: 'mine' }, aspect: null })
  expect(content).not.toHaveProperty('ops')
  expect(editedFor(document, content)).toEqual(applyOperations(document, operations))
})

test('an operation that cannot be done costs the others nothing', () => {
  const broken = [operations[0], { op: 'remove', layer: 'own-x' }, operations[1], operations[2]]
  const { content } = convertDraft(document, draftWith({ values: {}, ops: broken, aspect: null }))
  expect(editedFor(document, content)).toEqual(applyOperations(document, operations))
})

test('a draft of this version stays as it is', () => {
  const draft = draftWith({ values: {}, difference: { layers: { words: { text: 'Hi' } } }, aspect: '9:16' })
  expect(convertDraft(document, draft)).toEqual(draft)
})
