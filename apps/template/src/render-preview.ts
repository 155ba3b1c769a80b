// Renders poster and preview of an imported template with the worker's code.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemplateDocument } from '@vitrine/document/document'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { detectTemplateKind } from '@vitrine/store/catalogue/draft'
import type { ImportedTemplate } from '@vitrine/worker/import-template'
import { makePreview } from '@vitrine/worker/preview-operation'
import type { Import } from './import.ts'
import type { ShownFiles } from './publish.ts'

/** Renders the poster and preview into the folder of the import. */
export async function renderPreview({ imported, settings, folder }: Import): Promise<ShownFiles> {
  const { document } = imported.result
  if (!document) throw new Error('there is nothing to render')
  const spec = {
    document,
    kind: settings.kind ?? detectTemplateKind(document),
    assetFiles: await writeAssetFiles(document, imported.contents, folder),
    posterFrame: settings.posterFrame ?? null,
    isPosterOnly: false,
    folder,
    encoderThreads: 0,
  }
  const { poster, preview, dominantColor } = await makePreview(spec)
  if (!preview) throw new Error('the preview was not made')
  const toFile = ({ asset, path }: typeof poster) => ({ asset, content: { path } })
  return { poster: toFile(poster), preview: toFile(preview), dominantColor }
}

/** Writes the assets that drawing needs into the folder, unless they are files already; returns their paths by id. */
export async function writeAssetFiles(
  document: TemplateDocument,
  contents: ImportedTemplate['contents'],
  folder: string,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const id of listNeededAssets(resolveDocument(document, {}))) {
    const content = contents.get(id)?.content
    if (!content) throw new Error(`the import lost the file ${id}`)
    if ('path' in content) files[id] = content.path
    else {
      files[id] = join(folder, id.slice('sha256:'.length))
      await writeFile(files[id], content.bytes)
    }
  }
  return files
}
