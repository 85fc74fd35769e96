/** Tables of the content store; columns are described where they are made, in migration 0002. */
export type ContentTables = Record<never, never>
