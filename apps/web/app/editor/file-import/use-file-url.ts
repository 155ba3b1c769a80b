// A URL for showing a file in this page.
import { useEffect, useState } from 'react'
import type { KnownAsset } from '../project/asset-library.ts'

/** The server's URL, else an object URL of a local file for as long as the component is mounted. */
export function useFileUrl({ url, file }: Pick<KnownAsset, 'url' | 'file'>): string | undefined {
  const [own, setOwn] = useState<string>()
  useEffect(() => {
    if (url !== undefined || !file) return
    const address = URL.createObjectURL(file)
    setOwn(address)
    return () => URL.revokeObjectURL(address)
  }, [url, file])
  return url ?? own
}
