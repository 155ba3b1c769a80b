// Calls of the written pages in the admin area, and the keys of their queries.
import type { AdminContentList, AdminContentPage, ContentText } from '@vitrine/contract/content'
import { adminApiPath, adminCall } from '../admin-api.ts'

export const contentKey = ['admin', '/content', adminApiPath('/content')] as const
export const pageKey = (slug: string) => ['admin', '/content/page', adminApiPath('/content/page', { slug })] as const

export const contentApi = {
  change: (slug: string, text: ContentText, revision: number) =>
    adminCall<AdminContentPage>('PUT', adminApiPath('/content/page', { slug }), { body: { text, revision } }),
  remove: (slug: string, revision: number) =>
    adminCall<AdminContentList>('DELETE', adminApiPath('/content/page', { slug, revision })),
}
