// Route of the font library, which offers fonts in addition to those of the template.
import { buffer } from 'node:stream/consumers'
import type { FontScript } from '@vitrine/contract/fonts'
import { fontsRoutes } from '@vitrine/contract/routes/fonts'
import { listFonts } from '@vitrine/store/catalogue/font-library'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { listFontScripts } from '../media/font-script.ts'

export function addFontRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  // Files are named by their content, so each must be read only once.
  const known = new Map<string, Promise<FontScript[]>>()
  const getScripts = (key: string) => {
    const reading = known.get(key) ?? read(key)
    known.set(key, reading)
    reading.catch(() => known.delete(key))
    return reading
  }
  const read = async (key: string) => {
    const { stream } = await storage.open(key)
    return listFontScripts(await buffer(stream))
  }

  serve(api, fontsRoutes, {
    'GET /api/fonts': async (_request, reply) => {
      const fonts = await Promise.all(
        (await listFonts(db)).map(async ({ face, asset }) => ({
          face,
          url: storage.publicUrl(asset.storageKey ?? ''),
          sizeBytes: asset.sizeBytes,
          scripts: await getScripts(asset.storageKey ?? ''),
        })),
      )
      reply.header('cache-control', 'public, max-age=300')
      return { fonts }
    },
  })
}
