import type { Migration } from 'kysely/migration'
import * as peopleAndShelves from './0001-people-and-shelves.ts'
import * as content from './0002-content.ts'
import * as sites from './0003-sites.ts'
import * as imports from './0004-imports.ts'
import * as organizationStamps from './0005-organization-stamps.ts'

/** All migrations in order. They only go forward. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people-and-shelves': peopleAndShelves,
  '0002-content': content,
  '0003-sites': sites,
  '0004-imports': imports,
  '0005-organization-stamps': organizationStamps,
}
