import { type ApiBlock, apiBlockKey, type SchemasBlock, schemasBlockKey } from '#markup/api-blocks.ts'
import type { Db } from '../db/client.ts'
import type { KeyedOperations, KeyedSchemas } from '../text-tasks/task-data.ts'
import { operationsOf, schemasOf } from './operation-queries.ts'

/** The operations and schemas that a text shows. */
export type ShownOperations = {
  readonly operations: KeyedOperations
  readonly schemas: KeyedSchemas
  /** Changes when an operation may have changed; empty without operations. */
  readonly key: string
  /** All as JSON, whose length tells what they cost to render. */
  readonly json: string
}

const none: ShownOperations = { operations: [], schemas: [], key: '', json: '' }

type Blocks = { readonly apiBlocks: readonly ApiBlock[]; readonly schemasBlocks: readonly SchemasBlock[] }

/** The content of these blocks, from the latest versions of the organization's OpenAPI specifications. */
export async function operationsFor(
  db: Db,
  organizationId: string,
  { apiBlocks, schemasBlocks }: Blocks,
): Promise<ShownOperations> {
  if (apiBlocks.length === 0 && schemasBlocks.length === 0) return none
  const rows = apiBlocks.length === 0 ? [] : await operationsOf(db, organizationId, apiBlocks)
  const schemas = schemasBlocks.length === 0 ? [] : await schemasOf(db, organizationId, schemasBlocks)
  const versions = [...rows, ...schemas].map(({ versionId }) => versionId)
  const key = [...new Set(versions)].toSorted().join(' ')
  const byBlock = Map.groupBy(schemas, ({ at }) => at)
  return {
    operations: rows.map(({ at, model }) => [apiBlockKey(apiBlocks[at] as ApiBlock), model]),
    schemas: [...byBlock].map(([at, some]) => [
      schemasBlockKey(schemasBlocks[at] as SchemasBlock),
      some.map(({ name, model }) => ({ name, part: model })),
    ]),
    key: key || 'none',
    json: JSON.stringify([rows, schemas]),
  }
}
