import type { ApiOperation } from '#contract/openapi-operations.ts'

/** Whether the content of an `if` block is shown, by its expression. */
export type ShownExpressions = Readonly<Record<string, boolean>>

/** An operation by the key of its block. */
export type KeyedOperations = readonly (readonly [key: string, operation: ApiOperation])[]
