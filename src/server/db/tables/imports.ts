/** Tables of imports; columns are described where they are made, in migration 0004. */
export type ImportTables = Record<never, never>
