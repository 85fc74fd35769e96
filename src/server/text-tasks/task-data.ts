import type { ApiOperation, ApiSchema } from '#contract/openapi-operations.ts'

/** Whether the content of an `if` block is shown, by its expression. */
export type ShownExpressions = Readonly<Record<string, boolean>>

/** Schemas by the key of their block. */
export type KeyedSchemas = readonly (readonly [key: string, schemas: readonly ApiSchema[]])[]

/** An operation by the key of its block. */
export type KeyedOperations = readonly (readonly [key: string, operation: ApiOperation])[]
