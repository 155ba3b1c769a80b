import type { Layer } from '@vitrine/document/layer'
import { expect, test } from 'vitest'
import { adoptFiles } from './clipboard.ts'

const photo = new File(['photo'], 'asha.jpg', { type: 'image/jpeg' })
const media = (id: string, asset: string) =>
  ({ id, type: 'media', in: 0, out: 10, source: { asset }, box: [0, 0, 10, 10] }) as unknown as Layer

test('a visitor’s own photo comes along once, under an id of the project that it is pasted into', async () => {
  const added: string[] = []
  const layers = [media('a', 'u_local-1'), media('b', 'u_local-1'), media('c', 'u_local-2'), media('d', 'u_local-9')]
  const pasted = await adoptFiles(layers, {
    library: { find: (id) => (id === 'u_local-2' ? ({ assetId: id } as never) : undefined) },
    uploads: {
      add(file) {
        added.push(file.name)
        return `u_local-new-${added.length}`
      },
    },
    listFiles: async () =>
      ['u_local-1', 'u_local-2'].map((localId) => ({ localId, projectId: 'p', file: photo }) as never),
  })
  expect(added).toEqual(['asha.jpg'])
  expect(pasted.map((layer) => 'source' in layer && layer.source)).toEqual([
    { asset: 'u_local-new-1' },
    { asset: 'u_local-new-1' },
    // This project has it already; and what is another person's, or gone, is left as it is and refused.
    { asset: 'u_local-2' },
    { asset: 'u_local-9' },
  ])
})
