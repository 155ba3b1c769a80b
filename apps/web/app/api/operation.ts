// Follows renders, uploads and other slow work of the signed-in visitor.
import type { Asset, AssetStage } from '@vitrine/contract/media'
import { isUnderWay, OPERATION_STATUS_OF_RENDER } from '@vitrine/contract/operation-status'
import type { Operation } from '@vitrine/contract/operations'
import type { Render } from '@vitrine/contract/renders'
import { useEffect, useRef, useState } from 'react'
import { createOperationEvents, followOperation, type OperationEvents } from './follow-operation.ts'
import { api } from './member-api.ts'
import { findToken } from './token.ts'

/** EventSource cannot carry a bearer token. */
const memberEvents = createOperationEvents((signal) =>
  fetch('/api/operations/events', {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${findToken() ?? ''}` },
    signal,
  }),
)

/** True when a render will no longer change, and for an unknown status. */
export function isFinished({ status }: Pick<Render, 'status'>): boolean {
  return !isUnderWay(OPERATION_STATUS_OF_RENDER[status])
}

/** A render with the progress of its operation. */
export function withProgress(render: Render, { status, stage, percent, secondsLeft }: Operation): Render {
  const progress = { percent, secondsLeft, stage: (stage ?? 'waiting') as Render['stage'] }
  return { ...render, ...progress, status: status === 'running' ? 'processing' : 'queued' }
}

/**
 * Calls `onRender` with every update of a job until it ends, then resolves. Rejects with `ApiResponseError` when the
 * server rejects the request (deleted job, signed out) and with the signal's reason when aborted. A lost connection is
 * re-established; `onLost` reports it.
 */
export async function watchRender(
  jobId: string,
  onRender: (render: Render) => void,
  signal: AbortSignal,
  onLost?: (isLost: boolean) => void,
): Promise<void> {
  await followOperation<Render>({
    operationId: jobId,
    events: memberEvents,
    ask: () => api.getRender(jobId, signal),
    apply: withProgress,
    isFinished,
    onState: onRender,
    ...(onLost && { onLost }),
    signal,
  })
  signal.throwIfAborted()
}

/**
 * Calls `onAsset` with the server's progress on a file. Resolves with the file once it is ready or has failed, and
 * rejects as `watchRender` does.
 */
export async function watchAsset(asset: Asset, onAsset: (asset: Asset) => void, signal: AbortSignal): Promise<Asset> {
  const { assetId } = asset
  const isPrepared = ({ status }: Asset) => !isUnderWay(status)
  if (isPrepared(asset)) return asset
  const last = await followOperation<Asset>({
    operationId: assetId.replace(/^u_/, ''),
    events: memberEvents,
    known: asset,
    ask: () => api.getAsset(assetId),
    apply: (known, { status, stage, percent }) => ({
      ...known,
      ...{ status, percent, stage: (stage ?? 'waiting') as AssetStage },
    }),
    isFinished: isPrepared,
    onState: (state) => {
      if (!isPrepared(state)) onAsset(state)
    },
    signal,
  })
  signal.throwIfAborted()
  return last ?? asset
}

/**
 * The progress of an unfinished operation; undefined until known. `refresh` requests the operation's subject. It is
 * called when the operation has ended, and again as long as the caller follows it.
 */
export function useOperation(
  operationId: string | undefined,
  refresh: () => unknown,
  events: OperationEvents = memberEvents,
): Operation | undefined {
  const [progress, setProgress] = useState<Operation>()
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (operationId === undefined) return
    const stop = new AbortController()
    followOperation<Operation | null>({
      operationId,
      events,
      known: null,
      ask: async () => {
        await latest.current()
        return null
      },
      apply: (_, operation) => operation,
      isFinished: () => false,
      onState: (operation) => {
        if (operation && !stop.signal.aborted) setProgress(operation)
      },
      signal: stop.signal,
    }).catch(() => undefined)
    return () => stop.abort()
  }, [operationId, events])
  return progress?.operationId === operationId ? progress : undefined
}
