import { api } from '#contract/api.ts'
import type { CallAs, Person, TestApp } from '../app.ts'

/** The number of rows that every list has at first. */
export const ROWS = 8

/** Removes what was added. */
export type Undo = () => Promise<unknown>

/** For rows that cannot be removed. */
export const noUndo: Undo = async () => undefined

/** A list with rows, and how to add one more if possible. */
export type ListFixture = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  /** For a list that is read with POST. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly addRow?: () => Promise<Undo>
}

/** By the id of the list operation. */
export type ListFixtures = Readonly<Record<string, ListFixture>>

export type Setup = {
  readonly app: TestApp
  readonly call: CallAs
  readonly admin: Person
  readonly inOrganization: { readonly organizationId: string }
}

export async function repeat<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let n = 0; n < count; n++) results.push(await make(n))
  return results
}

/** Cycles through items. */
export function roundRobin<T>(items: readonly T[]): () => T {
  let next = 0
  return () => {
    const item = items[next++ % items.length]
    if (item === undefined) throw new Error('There is nothing to cycle through')
    return item
  }
}

/** Creates spaces; undo moves them to the trash. */
export const spacesIn =
  ({ call, inOrganization }: Setup, parent?: string) =>
  async (title = 'Space') => {
    const body = { title, ...(parent ? { parent } : {}) }
    const { id } = await call(api.spaces.create, { params: inOrganization, body })
    return { id, undo: () => call(api.spaces.delete, { params: { spaceId: id } }) }
  }
