// Runs each template video in a separate process: a codec crash ends this process only.
import { serveRequest } from '@vitrine/process/child-request'
import {
  type EditingCopy,
  type EditingCopyProgress,
  type EditingCopyRequest,
  writeEditingCopy,
} from './editing-copy.ts'

serveRequest<EditingCopyRequest, EditingCopyProgress, EditingCopy>(writeEditingCopy)
