// A child process for tests: does what its request names, mostly misbehaviour.
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { serveRequest } from '../src/child-request.ts'

export type Misbehaviour = 'answer' | 'buffers' | 'objects' | 'one-huge-block' | 'loop' | 'silence' | 'exit' | 'network'

const retained: unknown[] = []

serveRequest<{ readonly what: Misbehaviour; readonly port?: number }, { stage: string }, unknown>(
  ({ what, port = 0 }) => {
    switch (what) {
      case 'answer':
        return Promise.resolve({ pid: process.pid, environment: Object.keys(process.env).sort() })
      case 'buffers':
        for (;;) retained.push(Buffer.alloc(2 ** 20, 1))
      case 'objects':
        for (;;) retained.push({ at: retained.length, text: `object ${retained.length}` })
      case 'one-huge-block':
        return Promise.resolve(Buffer.alloc(2 ** 36, 1).length)
      case 'loop':
        for (;;) retained.length = 0
      case 'silence':
        return new Promise(() => setInterval(() => {}, 1000))
      case 'exit':
        return process.exit(7)
      case 'network':
        return new Promise((resolve) => {
          const done = (reached: boolean) => resolve({ reached, interfaces: Object.keys(networkInterfaces()) })
          connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false))
        })
    }
  },
)
