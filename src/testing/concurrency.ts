import { expect } from 'vitest'
import type { ApiError } from '#contract/client.ts'
import type { Person } from './app.ts'

/** How many people do things at once. */
export const CLIENTS = 10
const CALLS_PER_CLIENT = 50

/** Choices that are the same in every run, whatever the order in which answers come. */
export function chooser(seed: number) {
  let state = seed * 2_654_435_761
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  return <T>(among: readonly T[]): T => {
    const one = among[below(among.length)]
    if (one === undefined) throw new Error('There is nothing to choose from')
    return one
  }
}

/** Ten clients at once, each doing one act after the other. Refusals are answers too; what is ours to mend is not. */
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
