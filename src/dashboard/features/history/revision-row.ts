import type { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'

/** A revision as its list answers it. */
export type RevisionRow = Output<typeof api.revisions.list>['items'][number]
