// A process of its own for each video of a template that is copied for editors: what crashes a codec takes nothing else along.
import { serveRequest } from '@vitrine/untrusted-media/child-request'
import { type EditorCopy, type EditorCopyProgress, type EditorCopyRequest, writeEditorCopy } from './editor-copy.ts'

serveRequest<EditorCopyRequest, EditorCopyProgress, EditorCopy>(writeEditorCopy)
