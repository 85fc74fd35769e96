import type { PendingWrite } from '../../data/optimistic.ts'

/** Related writes, sent one after the other until the batch is stopped. */
export type WriteBatch<T> = {
  readonly items: readonly T[]
  isStopped: boolean
  /** How each item is shown until it is sent. */
  pending: readonly PendingWrite[]
}

export type BatchResult<T> = {
  readonly done: readonly T[]
  readonly failed: readonly { readonly item: T; readonly error: unknown }[]
  /** Not sent because the batch was stopped. */
  readonly unsent: readonly T[]
}

export const batchOf = <T>(items: readonly T[]): WriteBatch<T> => ({
  items,
  isStopped: false,
  pending: [],
})

/**
 * Sends each item; a failure does not stop the others. What fails or is not sent is reverted on screen.
 * @param write may return what to do once the item is confirmed on screen
 */
export async function runBatch<T>(
  batch: WriteBatch<T>,
  write: (item: T) => Promise<unknown>,
): Promise<BatchResult<T>> {
  const done: T[] = []
  const failed: { item: T; error: unknown }[] = []
  const unsent: T[] = []
  for (const [index, item] of batch.items.entries()) {
    const pending = batch.pending[index]
    if (batch.isStopped) {
      unsent.push(item)
      pending?.revert()
      continue
    }
    try {
      const onConfirmed = await write(item)
      done.push(item)
      pending?.confirm()
      if (typeof onConfirmed === 'function') onConfirmed()
    } catch (error) {
      failed.push({ item, error })
      pending?.revert()
    }
  }
  return { done, failed, unsent }
}

/** Warns before the window is closed while several writes are running: unsent ones would be lost. */
export async function warnBeforeLeaving<T>(pending: Promise<T>, writes: number): Promise<T> {
  if (writes < 2) return await pending
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  try {
    return await pending
  } finally {
    window.removeEventListener('beforeunload', ask)
  }
}
