import type { ApiError } from '#contract/client.ts'
import { isApiError } from './api.ts'

/** Someone else's change came first and this one can't be put on top of it. The message says why, for people. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** Whether a write was refused because its `If-Match` names an older version. */
const isVersionConflict = (error: unknown): error is ApiError =>
  isApiError(error, 412) && error.type === 'stale'

type Options<State, Result> = {
  /** What the first attempt is based on. */
  readonly state: State
  readonly send: (state: State) => Promise<Result>
  /**
   * Reads what is there now and puts the write on top of it. Returns undefined to give up without an error, because
   * the person decides; throws if the write no longer makes sense.
   */
  readonly rebase: (error: ApiError, state: State) => Promise<State | undefined>
  readonly isConflict?: (error: unknown) => error is ApiError
  /** How often the write is sent at most. */
  readonly attempts?: number
}

/**
 * Sends a write, and after a conflict with someone else's change reads again, reapplies and resends.
 * @throws {ConflictError} if `rebase` does; {ApiError} for other refusals, and for a conflict on the last attempt
 */
export async function retryOnConflict<State, Result>({
  state,
  send,
  rebase,
  isConflict = isVersionConflict,
  attempts = 2,
}: Options<State, Result>): Promise<Result | undefined> {
  let current = state
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(current)
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error
      const rebased = await rebase(error, current)
      if (rebased === undefined) return undefined
      current = rebased
    }
  }
}
