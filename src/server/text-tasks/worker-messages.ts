/**
 * One task for a worker; `input` and the result are cloned, bytes as a result are transferred. With `inputs`, the result
 * is the answer to each of them.
 */
export type WorkerQuestion =
  | { readonly task: string; readonly input: unknown }
  | { readonly task: string; readonly inputs: readonly unknown[] }

export type WorkerAnswer =
  | { readonly result: unknown }
  | {
      readonly error: { readonly name: string; readonly message: string } & Readonly<Record<string, unknown>>
    }

/** A task took more time or memory than it may. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'

  constructor() {
    super('The task takes too much time or memory')
  }
}

/** More tasks wait for a worker than the service can process. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy'

  constructor() {
    super('Too many tasks wait for a worker')
  }
}
