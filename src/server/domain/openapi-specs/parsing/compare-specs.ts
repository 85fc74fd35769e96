import type { OperationListItem } from '#contract/openapi-operations.ts'
import { MAX_OPERATIONS } from '#contract/openapi-specs.ts'
import { MAX_SPEC_CHANGES, type SpecComparison } from '#contract/openapi-versions.ts'
import { compareOperations } from '../compare-rules.ts'
import { operationsIn } from './operations.ts'

/** The documents of a version by their path; the specification is the first one. */
export type SpecDocuments = Readonly<Record<string, unknown>>

export type ComparisonTask = { readonly before: SpecDocuments; readonly after: SpecDocuments }
export type Differences = Omit<SpecComparison, 'from' | 'to'>

/** The operations of a version as a list. */
export const listOperations = (documents: SpecDocuments): OperationListItem[] =>
  operationsOf(documents).map(({ method, path, summary, tags: [tag], deprecated }) => ({
    method,
    path,
    ...(summary === undefined ? {} : { summary }),
    ...(tag === undefined ? {} : { tag }),
    ...(deprecated ? { deprecated } : {}),
  }))

/** Compares two versions. Further changes above the limit are counted. */
export function compareSpecs({ before, after }: ComparisonTask): Differences {
  const counts = { breaking: 0, added: 0, changed: 0 }
  const changes: SpecComparison['changes'] = []
  let truncated = false
  for (const change of compareOperations(operationsOf(before), operationsOf(after))) {
    counts[change.kind] += 1
    if (changes.length < MAX_SPEC_CHANGES) changes.push(change)
    else truncated = true
  }
  return { ...counts, changes, truncated }
}

function operationsOf(documents: SpecDocuments) {
  const [root = ''] = Object.keys(documents)
  const base = /^https?:/i.test(root) ? root : null
  return operationsIn(new Map(Object.entries(documents)), { root, base, limit: MAX_OPERATIONS }).operations
}
