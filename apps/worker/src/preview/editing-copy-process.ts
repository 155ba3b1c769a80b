// A process of its own for each video of a template that is copied for editors: a crash of a codec ends this process only.
import { serveRequest } from '@vitrine/process/child-request'
import {
  type EditingCopy,
  type EditingCopyProgress,
  type EditingCopyRequest,
  writeEditingCopy,
} from './editing-copy.ts'

serveRequest<EditingCopyRequest, EditingCopyProgress, EditingCopy>(writeEditingCopy)
