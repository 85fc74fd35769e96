// Purpose: pins that a person sets in one window appear in their other windows.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger notify_change after insert or delete on pin for each row
    execute function notify_change('pin', 'user_id', '')`.execute(db)
}
