// The S3 store of the tests in a process of its own, so that whoever measures Vitrine does not also do the work of the S3 store.
// Its parent hears where it is.
import { startS3Store } from '../s3-store.ts'

const { url, bucket, keys } = await startS3Store()
process.send?.({ url, bucket, keys })
process.on('disconnect', () => process.exit(0))
