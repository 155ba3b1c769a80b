// A process of its own for each recording: a film made to crash a native decoder takes down this, and not the worker.

import { takeOrder } from '@vitrine/untrusted-media/ordered-work'
import type { NormalisedRecording, NormaliseOrder, NormaliseProgress } from './normalise/normalise-message.ts'
import { normaliseRecording } from './normalise/normalise-recording.ts'

takeOrder<NormaliseOrder, NormaliseProgress, NormalisedRecording>(normaliseRecording)
