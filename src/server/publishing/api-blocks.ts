import type { Root } from 'mdast'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { type ApiBlock, apiBlockKey, apiBlocksIn } from '#markup/api-blocks.ts'
import type { Db } from '../db/client.ts'
import { operationsOf } from './operation-queries.ts'

/** The operations that a text shows. */
export type ShownOperations = {
  readonly operation: (block: ApiBlock) => ApiOperation | null
  /** Differs when one of them may be another than before; empty where there are none. */
  readonly key: string
  /** How much they say, in characters. */
  readonly size: number
}

const none: ShownOperations = { operation: () => null, key: '', size: 0 }

/** What the newest versions of an organization's specifications say of the operations in a text. */
export async function operationsFor(db: Db, organizationId: string, root: Root): Promise<ShownOperations> {
  const blocks = apiBlocksIn(root)
  if (blocks.length === 0) return none
  const found = await operationsOf(db, organizationId, blocks)
  const key = [...new Set(found.map(({ versionId }) => versionId))].toSorted().join(' ')
  const operations = new Map(found.map(({ at, model }) => [apiBlockKey(blocks[at] as ApiBlock), model]))
  return {
    operation: (block) => operations.get(apiBlockKey(block)) ?? null,
    key: key || 'none',
    size: JSON.stringify(found).length,
  }
}
