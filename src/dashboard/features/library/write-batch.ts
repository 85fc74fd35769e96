/** Related writes, sent one after the other until the batch is stopped. */
export type WriteBatch<T> = { readonly items: readonly T[]; isStopped: boolean }

export type BatchResult<T> = {
  readonly done: readonly T[]
  readonly failed: readonly { readonly item: T; readonly error: unknown }[]
  /** Not sent because the batch was stopped. */
  readonly unsent: readonly T[]
}

export const batchOf = <T>(items: readonly T[]): WriteBatch<T> => ({ items, isStopped: false })

/** Sends each item; a failure does not stop the others. */
export async function runBatch<T>(
  batch: WriteBatch<T>,
  write: (item: T) => Promise<unknown>,
): Promise<BatchResult<T>> {
  const done: T[] = []
  const refused: { item: T; error: unknown }[] = []
  for (const item of batch.items) {
    if (batch.isStopped) continue
    await write(item).then(
      () => done.push(item),
      (error: unknown) => refused.push({ item, error }),
    )
  }
  return { done, failed: refused, unsent: batch.items.slice(done.length + refused.length) }
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
