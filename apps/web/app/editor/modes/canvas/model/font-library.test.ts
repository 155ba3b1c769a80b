import type { FontFace } from '@vitrine/document/document'
import { expect, test } from 'vitest'
import { type FontFamily, faceWith, isEmphasised } from './font-library.ts'

const familyOf = (...faces: Pick<FontFace, 'weight' | 'style'>[]): FontFamily => ({
  family: 'Lora',
  faces: faces.map((face) => ({
    face: { family: 'Lora', src: 'sha256:a' as FontFace['src'], license: 'OFL-1.1', ...face },
    url: undefined,
    isPresent: true,
  })),
  scripts: ['latin'],
  isOwn: true,
})

const whole = familyOf(
  { weight: 400 },
  { weight: 400, style: 'italic' },
  { weight: 700 },
  { weight: 700, style: 'italic' },
)

test('bold keeps the style, italic the weight, and both can be taken back', () => {
  const bold = faceWith(whole, { weight: 400, style: 'italic' }, 'bold', true)?.face
  expect(bold).toMatchObject({ weight: 700, style: 'italic' })
  expect(faceWith(whole, { weight: 700, style: 'italic' }, 'bold', false)?.face).toMatchObject({ weight: 400 })
  expect(faceWith(whole, { weight: 700 }, 'italic', true)?.face).toMatchObject({ weight: 700, style: 'italic' })
  expect(faceWith(whole, { weight: 700, style: 'italic' }, 'italic', false)?.face.style).toBeUndefined()
})

test('a family without such a face gives none instead of another look', () => {
  const regular = familyOf({ weight: 400 })
  expect(faceWith(regular, {}, 'bold', true)).toBeUndefined()
  expect(faceWith(regular, {}, 'italic', true)).toBeUndefined()
})

test('a text counts as bold from semibold on', () => {
  expect([{}, { weight: 500 }, { weight: 600 }, { weight: 900 }].map((text) => isEmphasised(text, 'bold'))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
