import { type ApiBlock, apiBlockKey } from '#markup/api-blocks.ts'
import type { Db } from '../db/client.ts'
import type { KeyedOperations } from '../text-tasks/task-data.ts'
import { operationsOf } from './operation-queries.ts'

/** The operations that a text shows. */
export type ShownOperations = {
  readonly operations: KeyedOperations
  /** Changes when an operation may have changed; empty without operations. */
  readonly key: string
  /** The operations as JSON, whose length tells what they cost to render. */
  readonly json: string
}

const none: ShownOperations = { operations: [], key: '', json: '' }

/** The operations of these blocks, from the latest versions of the organization's OpenAPI specifications. */
export async function operationsFor(
  db: Db,
  organizationId: string,
  blocks: readonly ApiBlock[],
): Promise<ShownOperations> {
  if (blocks.length === 0) return none
  const rows = await operationsOf(db, organizationId, blocks)
  const key = [...new Set(rows.map(({ versionId }) => versionId))].toSorted().join(' ')
  return {
    operations: rows.map(({ at, model }) => [apiBlockKey(blocks[at] as ApiBlock), model]),
    key: key || 'none',
    json: JSON.stringify(rows),
  }
}
