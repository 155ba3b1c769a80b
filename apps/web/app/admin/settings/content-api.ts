// Calls of the written pages in the admin area, and the keys of their queries.
import type { AdminContentList, AdminContentPage, ContentText } from '@vitrine/contract/content'
import { adminApiPath, adminCall } from '../admin-api.ts'

export const contentKey = ['admin', '/content', adminApiPath('/content')] as const
/** Which text: of a page, in a language by its BCP 47 tag. */
export type TextPlace = { slug: string; language: string }
export const pageKey = (place: TextPlace) => ['admin', '/content/page', adminApiPath('/content/page', place)] as const
/** Of a page in all languages. */
export const pagesKey = ['admin', '/content/page'] as const

export const contentApi = {
  change: (place: TextPlace, text: ContentText, revision: number, keepTranslations = true) =>
    adminCall<AdminContentPage>('PUT', adminApiPath('/content/page', place), {
      body: { text, revision, keepTranslations },
    }),
  remove: (place: TextPlace, revision: number) =>
    adminCall<AdminContentList>('DELETE', adminApiPath('/content/page', { ...place, revision })),
}
