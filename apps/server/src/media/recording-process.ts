// Inspects one recording in a separate process, so that a video made to crash a native decoder cannot crash the server.
import { serveRequest } from '@vitrine/process/child-request'
import { type RecordingReport, type RecordingRequest, readRecording } from './recording-reader.ts'

serveRequest<RecordingRequest, never, RecordingReport>(({ path, longestMs }) => readRecording(path, longestMs))
