/** Writes that belong together, sent one after the other until they are stopped. */
export type Turn<T> = { readonly items: readonly T[]; isStopped: boolean }

export type Ended<T> = {
  readonly done: readonly T[]
  readonly refused: readonly { readonly item: T; readonly error: unknown }[]
  /** Not sent any more. */
  readonly left: readonly T[]
}

export const turnOf = <T>(items: readonly T[]): Turn<T> => ({ items, isStopped: false })

/** Sends each; one that is refused does not keep the others from going. */
export async function inTurn<T>(turn: Turn<T>, write: (item: T) => Promise<unknown>): Promise<Ended<T>> {
  const done: T[] = []
  const refused: { item: T; error: unknown }[] = []
  for (const item of turn.items) {
    if (turn.isStopped) continue
    await write(item).then(
      () => done.push(item),
      (error: unknown) => refused.push({ item, error }),
    )
  }
  return { done, refused, left: turn.items.slice(done.length + refused.length) }
}
