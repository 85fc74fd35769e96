/** Tables of sites; columns are described where they are made, in migration 0003. */
export type SiteTables = Record<never, never>
