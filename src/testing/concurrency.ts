import { expect } from 'vitest'
import type { ApiError } from '#contract/client.ts'
import type { Person } from './app.ts'

/** The number of concurrent clients. */
export const CLIENTS = 10
const CALLS_PER_CLIENT = 50

/** A seeded random choice: the same in every run, regardless of the order of responses. */
export function chooser(seed: number) {
  let state = seed * 2_654_435_761
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  return <T>(options: readonly T[]): T => {
    const option = options[below(options.length)]
    if (option === undefined) throw new Error('There is nothing to choose from')
    return option
  }
}

/** Runs ten clients at once, each with one call after the other. Expected error statuses are allowed, a 500 is not. */
export async function runConcurrently(
  people: readonly Person[],
  callOnce: (person: Person, client: number) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    people.map(async (person, client) => {
      for (let done = 0; done < CALLS_PER_CLIENT; done++) {
        await callOnce(person, client).catch((error: ApiError) => {
          expect([400, 403, 404, 409, 412], error.message).toContain(error.status)
        })
      }
    }),
  )
}
