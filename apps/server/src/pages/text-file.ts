// The files with the texts of a language, for browsers.
import { ApiError } from '@vitrine/contract/api-error'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { listPageLanguages, type TextFile } from '../deps/page-language.ts'
import { dataHeaders } from '../http/security-header.ts'
import { KeptAnswer } from './kept-answer.ts'

const HEADERS = { ...dataHeaders, 'content-type': 'application/json; charset=utf-8' }
/** The address changes with the contents. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export function addTextFiles(app: FastifyInstance, { settings }: Pick<AppDeps, 'settings'>): void {
  const answers = new WeakMap<TextFile, KeptAnswer>()
  app.get<{ Params: { tag: string; file: string } }>(
    '/texts/:tag/:file',
    { schema: { hide: true } },
    (request, reply) => {
      const { tag, file: name } = request.params
      const language = listPageLanguages(settings.get()).find((each) => each.tag === tag)
      const area = name.slice(0, name.indexOf('-')) as keyof NonNullable<typeof language>['files']
      const file = language && Object.hasOwn(language.files, area) ? language.files[area] : undefined
      if (!file) throw new ApiError('not-found')
      // A page from before the texts changed, or from a server of another version, gets those of now.
      if (file.path !== request.url) return reply.headers({ ...HEADERS, 'cache-control': 'no-store' }).send(file.body)
      const answer =
        answers.get(file) ?? new KeptAnswer({ body: file.body, headers: { ...HEADERS, 'cache-control': FOR_EVER } })
      answers.set(file, answer)
      return answer.send(request, reply)
    },
  )
}
