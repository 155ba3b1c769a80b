// The S3 server of the tests in a separate process, so that measurements of the store exclude its work. Its parent receives its
// address.
import { startS3Store } from '../s3-store.ts'

const { url, bucket, keys } = await startS3Store()
process.send?.({ url, bucket, keys })
process.on('disconnect', () => process.exit(0))
