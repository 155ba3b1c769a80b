// Profiles as any server of the specification may send them.
import { expect, it } from 'vitest'
import { readProfile } from './profile-answer.ts'

it('what is missing is empty: texts, lists, and a balance of 0', () => {
  expect(readProfile({ userId: 'u', username: 'asha' })).toMatchObject({
    username: 'asha',
    actualName: '',
    phoneNumber: '',
    EmpFeild: '',
    profilePicture: '',
    credits: 0,
    likedTemplates: [],
    purchasedTemplates: [],
    cart: [],
    paymentHistory: [],
    templateLinks: [],
    cartVideoLinks: [],
    purchasedVideoLinks: [],
    creditPurchaseHistory: [],
  })
})

it('items of lists are plain, or wrapped in an object with a single field', () => {
  const wire = {
    purchasedTemplates: ['a', { S: 'b' }],
    cart: [{ S: 'a' }, { S: 'a' }, 'b'],
    likedTemplates: [
      'a',
      { S: 'b' },
      { templateId: 'c' },
      { M: { templateId: 'd', templateName: 'Baraat' } },
      {},
      null,
    ],
    purchasedVideoLinks: [{ templateId: 'a', templateCategory: [{ S: 'Wedding' }, 'Gold'] }],
  }
  const profile = readProfile(wire as never)
  expect(profile.purchasedTemplates).toEqual(['a', 'b'])
  expect(profile.cart).toEqual(['a', 'a', 'b'])
  expect(profile.likedTemplates.map(({ templateId }) => templateId)).toEqual(['a', 'b', 'c', 'd'])
  expect(profile.likedTemplates[3]?.templateName).toBe('Baraat')
  expect(profile.purchasedVideoLinks[0]?.templateCategory).toEqual(['Wedding', 'Gold'])
})

it('a liked template that is a plain id has its record among the links', () => {
  const wire = { likedTemplates: ['a', 'b'], templateLinks: [{ templateId: 'b', templateName: 'Baraat' }] }
  const { likedTemplates } = readProfile(wire as never)
  expect(likedTemplates.map(({ templateName }) => templateName)).toEqual(['', 'Baraat'])
})

it('a template record has empty texts and begins at 0 where nothing else is said', () => {
  const [template] = readProfile({ likedTemplates: ['a'] } as never).likedTemplates
  expect(template).toMatchObject({
    templateId: 'a',
    templateLink: '',
    templateName: '',
    templateDescription: '',
    templateThumbnail: '',
    templateCategory: [],
    vidStart: '0',
    thumbnailFrame: '0',
  })
})

it('a profile of our own server is taken as it is', () => {
  const whole = {
    ...readProfile({ userId: 'u', credits: 7 }),
    likedTemplates: readProfile({ likedTemplates: ['a'] } as never).likedTemplates,
  }
  expect(readProfile(whole)).toEqual(whole)
})
