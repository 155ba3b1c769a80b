// A child process that takes a request and never answers.
import { serveRequest } from '@vitrine/process/child-request'

serveRequest<object, { stage: string }, never>(() => new Promise(() => setInterval(() => {}, 1000)))
