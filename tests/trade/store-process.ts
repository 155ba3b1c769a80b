// The store of the tests in a process of its own, so that whoever measures the store does not also do the store's work. Its
// parent hears where it is.
import { startS3Store } from '../s3-store.ts'

const { url, bucket, keys } = await startS3Store()
process.send?.({ url, bucket, keys })
process.on('disconnect', () => process.exit(0))
