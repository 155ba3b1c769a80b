// A process of its own for each recording: a film made to crash a native decoder takes down this, and not the shop.
import { takeOrder } from '@vitrine/untrusted-media/ordered-work'
import { type RecordingReport, type RecordingRequest, readRecording } from './media/recording-reader.ts'

takeOrder<RecordingRequest, never, RecordingReport>(({ path, longestMs }) => readRecording(path, longestMs))
