import { expect, test } from 'vitest'
import { findProblem } from './catalogue.ts'

test.each([
  ['Hello {name}', 'नमस्ते {name}'],
  [
    '{count, plural, one {# video} other {# videos}}',
    '{count, plural, zero {x} one {y} two {#} few {#} many {#} other {#}}',
  ],
  ['Go to <0>the cart</0>', '<0>कार्ट</0> पर जाएँ'],
  ['It’s here', "It's here"],
])('%s may be translated as %s', (english, translation) => {
  expect(findProblem(english, translation)).toBeUndefined()
})

test.each([
  ['Hello {name}', 'नमस्ते', '{name} is missing'],
  ['Hello {name}', 'नमस्ते {nam}', 'There is no {nam} in the English text'],
  ['Hello {name}', 'नमस्ते {name', 'The braces do not fit together: write {name} as in the English text'],
  ['Go to <0>the cart</0>', 'कार्ट पर जाएँ', 'Keep the marks of the English text: </0> <0>'],
  ['Plain', '<0>x</0>', 'Keep the marks of the English text: it has none'],
  ['Plain', ' ', 'Enter a text'],
])('%s may not be translated as %s', (english, translation, problem) => {
  expect(findProblem(english, translation)).toBe(problem)
})
