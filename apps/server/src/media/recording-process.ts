// Inspects one recording in its own process: a video made to crash a native decoder takes down this process, not the store.
import { serveRequest } from '@vitrine/process/child-request'
import { type RecordingReport, type RecordingRequest, readRecording } from './recording-reader.ts'

serveRequest<RecordingRequest, never, RecordingReport>(({ path, longestMs }) => readRecording(path, longestMs))
