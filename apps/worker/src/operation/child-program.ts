// Programs that run in a child process of their own: whatever a native library does to it, the worker and the other operations
// go on.
import { fileURLToPath } from 'node:url'
import { type BoundedChildOptions, runBoundedChild } from '@vitrine/process/bounded-child'

/** A program and the types of its messages, which are plain JSON. */
export interface ChildProgram<Request extends object, Progress, Result> {
  /** What it does, for messages: `render`. */
  readonly name: string
  readonly path: string
  /** Carries the types alone; never present. */
  readonly carryOut?: (request: Request, report: (progress: Progress) => void) => Promise<Result>
}

export type RunProgramOptions<Progress> = Omit<BoundedChildOptions<Progress>, 'name' | 'path'>

/**
 * Describes the program `file` (without its ending), which lies beside the module `beside`: in the source tree, and in a bundle,
 * where all files are in one folder.
 */
export function childProgram<Request extends object, Progress, Result>(
  name: string,
  { file, beside }: { readonly file: string; readonly beside: string },
): ChildProgram<Request, Progress, Result> {
  const ending = beside.endsWith('.ts') ? 'ts' : 'js'
  return { name, path: fileURLToPath(new URL(`./${file}.${ending}`, beside)) }
}

/**
 * Runs a program within limits and answers its result. When it throws (`WorkFailed`, or the signal's reason) the process has
 * ended, and the caller removes what it wrote.
 */
export function runProgram<Request extends object, Progress, Result>(
  { name, path }: ChildProgram<Request, Progress, Result>,
  request: Request,
  options: RunProgramOptions<Progress>,
): Promise<Result> {
  return runBoundedChild<Request, Progress, Result>(request, { ...options, name, path })
}
