// Uploads a file by the tus protocol in two requests, as a browser does.
import assert from 'node:assert/strict'
import type { AppForTest } from './app.ts'

/** Sends a whole file and returns the id of the finished upload. */
export async function sendUpload(store: AppForTest, token: string, bytes: Buffer): Promise<string> {
  const metadata = `filename ${btoa('file')},filetype ${btoa('application/octet-stream')}`
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await store.call('POST', '/api/uploads', {
    token,
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  assert(begun.status === 201, begun.text)
  const location = begun.headers.location ?? ''
  const sent = await store.call('PATCH', location, {
    token,
    body: bytes,
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  assert(sent.status === 204, sent.text)
  return location.slice(location.lastIndexOf('/') + 1)
}
