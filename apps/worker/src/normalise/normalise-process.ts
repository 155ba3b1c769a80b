// A process of its own for each recording: a video made to crash a native decoder takes down this, and not the worker.

import { serveRequest } from '@vitrine/process/child-request'
import type { NormalisedRecording, NormaliseProgress, NormaliseRequest } from './normalise-message.ts'
import { normaliseRecording } from './normalise-recording.ts'

serveRequest<NormaliseRequest, NormaliseProgress, NormalisedRecording>(normaliseRecording)
