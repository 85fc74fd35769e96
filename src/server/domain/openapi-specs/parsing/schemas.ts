import type { ApiSchema } from '#contract/openapi-operations.ts'
import { atMost, member, objectIn } from './json.ts'
import type { Documents } from './references.ts'
import { partOf } from './schema-parts.ts'

const MAX_SCHEMAS = 500
/** Parts of one schema, and of all together. */
const MAX_PARTS = 200
const MAX_ALL_PARTS = 6_000

/** The named schemas of a specification, in its order. */
export function schemasIn(documents: Documents, root: string): ApiSchema[] {
  const named = Object.entries(objectIn(member(documents.get(root), 'components'), 'schemas'))
  let remaining = MAX_ALL_PARTS
  return named.slice(0, MAX_SCHEMAS).flatMap(([name, value]) => {
    const allowance = { parts: Math.min(MAX_PARTS, remaining) }
    const before = allowance.parts
    const part = partOf(documents, { value, at: root }, allowance)
    remaining -= before - allowance.parts
    // Commas separate the names in a block.
    return part === null || name.includes(',') ? [] : [{ name: atMost(name, 200), part }]
  })
}
