// A process of its own for each film of a template that is copied for editors: what crashes a codec takes nothing else along.
import { serveRequest } from '@vitrine/untrusted-media/child-request'
import {
  type EditingCopy,
  type EditingCopyRequest,
  type EditingCopyProgress,
  writeEditingCopy,
} from './preview/editing-copy.ts'

serveRequest<EditingCopyRequest, EditingCopyProgress, EditingCopy>(writeEditingCopy)
