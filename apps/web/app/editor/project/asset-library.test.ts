import { expect, test } from 'vitest'
import { createAssetLibrary, createLocalId, type KnownAsset } from './asset-library.ts'

const photo = (assetId: KnownAsset['assetId'], file?: File): KnownAsset => ({
  assetId,
  kind: 'image',
  width: 40,
  height: 30,
  durationSeconds: undefined,
  fileName: 'us.jpg',
  url: undefined,
  file,
})

test('a visitor finds the files of this device among the uploads; who has an account the uploads alone', () => {
  const library = createAssetLibrary({}, {}, [])
  const [here, elsewhere] = [createLocalId(), createLocalId()]
  library.put(photo(here, new File(['a'], 'us.jpg')))
  library.put(photo(elsewhere))
  library.put(photo('u_sent' as KnownAsset['assetId']))
  expect(library.listUploads(true).map(({ assetId }) => assetId)).toEqual(['u_sent', here])
  expect(library.listUploads(false).map(({ assetId }) => assetId)).toEqual(['u_sent'])
})
