// The FAQ says what the specification wants it to say, in its five categories.
import { expect, it } from 'vitest'
import { faqCategories } from './faq-answers.ts'

it('has the five categories of the specification, in their order', () => {
  expect(faqCategories.map((category) => category.title)).toEqual([
    'Using the platform',
    'File Formats & Quality',
    'Technical Support',
    'Pricing & Plans',
    'Usage & Licensing',
  ])
})

it.each([
  [/MP4, mostly in Full HD, 1920x1080/],
  [/4K is planned for premium/],
  [/Past downloads are under My Downloads/],
  [/all exclusive templates, high-resolution downloads, priority support, and early access to AI features/],
  [/Cancel anytime; you keep your access until the end of the period/],
  [/pay-per-use option/],
  [/there are free templates/],
  [/royalty-free for commercial use, with no attribution required/],
])('states %s once', (statement) => {
  const answers = faqCategories.flatMap((category) => category.questions.map(({ answer }) => answer))
  expect(answers.filter((answer) => statement.test(answer))).toHaveLength(1)
})
