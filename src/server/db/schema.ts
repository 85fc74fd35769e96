import type { ContentTables } from './tables/content.ts'
import type { ImportTables } from './tables/imports.ts'
import type { PeopleTables } from './tables/people.ts'
import type { SiteTables } from './tables/sites.ts'

/** All tables, in the database's own names; `queries.ts` files map them to the contract's. */
export type Database = PeopleTables & ContentTables & SiteTables & ImportTables
