// Purpose: the AI features of an organization can be off, so organizations that already use them get them on.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The setting had no effect before. Only the audit log knows that it was turned off on purpose.
  await sql`update organization set ai = true where not ai
    and exists (
      select from site_customization custom
      where custom.organization_id = organization.id
        and custom.customization::jsonb -> 'ai' ->> 'mode' in ('search', 'assistant'))
    and not exists (
      select from audit_event event
      where event.organization_id = organization.id and event.action = 'organization.update'
        and event.after ->> 'ai' = 'false')`.execute(db)
}
