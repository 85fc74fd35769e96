import type { Root } from 'mdast'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { type ApiBlock, apiBlockKey, apiBlocksIn } from '#markup/api-blocks.ts'
import type { Db } from '../db/client.ts'
import { operationsOf } from './operation-queries.ts'

/** The operations that a text shows. */
export type ShownOperations = {
  readonly operation: (block: ApiBlock) => ApiOperation | null
  /** Changes when an operation may have changed; empty without operations. */
  readonly key: string
  /** In characters. */
  readonly size: number
}

const none: ShownOperations = { operation: () => null, key: '', size: 0 }

/** The operations in a text, from the latest versions of the organization's OpenAPI specifications. */
export async function operationsFor(db: Db, organizationId: string, root: Root): Promise<ShownOperations> {
  const blocks = apiBlocksIn(root)
  if (blocks.length === 0) return none
  const rows = await operationsOf(db, organizationId, blocks)
  const key = [...new Set(rows.map(({ versionId }) => versionId))].toSorted().join(' ')
  const operations = new Map(rows.map(({ at, model }) => [apiBlockKey(blocks[at] as ApiBlock), model]))
  return {
    operation: (block) => operations.get(apiBlockKey(block)) ?? null,
    key: key || 'none',
    size: JSON.stringify(rows).length,
  }
}
