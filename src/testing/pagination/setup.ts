import { api } from '#contract/api.ts'
import type { CallAs, Person, TestApp } from '../app.ts'

/** How many rows stand in every list. */
export const ROWS = 8

/** Takes back what was made. */
export type Undo = () => Promise<unknown>

/** What cannot be taken back. */
export const noUndo: Undo = async () => undefined

/** A list with rows in it, and how somebody else makes one more; `come` is absent where nobody can. */
export type ListFixture = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Of a list that is asked for by POST. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly addRow?: () => Promise<Undo>
}

/** By the id of the operation that lists them. */
export type ListFixtures = Readonly<Record<string, ListFixture>>

/** Where the rows are made, and by whom. */
export type Setup = {
  readonly app: TestApp
  readonly call: CallAs
  readonly admin: Person
  readonly inOrganization: { readonly organizationId: string }
}

export async function repeat<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n++) made.push(await make(n))
  return made
}

/** One of some, another one each time. */
export function roundRobin<T>(some: readonly T[]): () => T {
  let turn = 0
  return () => {
    const one = some[turn++ % some.length]
    if (one === undefined) throw new Error('Nobody is left')
    return one
  }
}

/** Makes spaces, and takes them away again as anybody would: into the trash. */
export const spacesIn =
  ({ call, inOrganization }: Setup, parent?: string) =>
  async (title = 'Space') => {
    const body = { title, ...(parent ? { parent } : {}) }
    const { id } = await call(api.spaces.create, { params: inOrganization, body })
    return { id, undo: () => call(api.spaces.delete, { params: { spaceId: id } }) }
  }
