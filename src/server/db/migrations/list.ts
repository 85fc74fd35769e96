import type { Migration } from 'kysely'
import * as peopleAndShelves from './0001-people-and-shelves.ts'

/** All migrations in order. They only go forward. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people-and-shelves': peopleAndShelves,
}
