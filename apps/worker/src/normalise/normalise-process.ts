// Entry point of the process that normalises one recording: a file crafted to crash a native decoder ends this process and not
// the worker.

import { serveRequest } from '@vitrine/process/child-request'
import type { NormalisedRecording, NormaliseProgress, NormaliseRequest } from './normalise-message.ts'
import { normaliseRecording } from './normalise-recording.ts'

serveRequest<NormaliseRequest, NormaliseProgress, NormalisedRecording>(normaliseRecording)
