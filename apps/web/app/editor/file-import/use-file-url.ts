// The address of a file in this page.
import { useEffect, useState } from 'react'
import type { KnownAsset } from '../project/asset-library.ts'

/** That of the server, else one of the file that is only here, as long as the component is shown. */
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
