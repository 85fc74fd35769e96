import type { Content } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'

/** A move, with the content of both spaces as it is before. */
export type PlanInput = {
  readonly source: Content
  readonly target: Content
  /** The pages that move, parents before their children. */
  readonly pages: readonly PageNode[]
  /** Where the first of them goes; the others are below it. */
  readonly into: string | null
  readonly at?: number | undefined
  /** The URL of the service. */
  readonly baseUrl: string
  readonly newId: () => string
}
