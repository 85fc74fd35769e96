// Purpose: what joining by mail, by link and by e-mail domain needs: which one-time links went out by mail, who lets a domain in, and no invite without what it leads to.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Only a link that was mailed proves the address.
  await sql`alter table one_time_link add column mailed boolean not null default false`.execute(db)
  await sql`create index one_time_link_of_user on one_time_link (user_id)`.execute(db)
  await sql`create index organization_by_email_domain on organization using gin (email_domains)`.execute(db)
  await sql`create function drop_invites() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.organization_id = old.organization_id then return null; end if;
      delete from invite where organization_id = old.organization_id and subject_kind = tg_argv[0]
        and subject_id = old.id;
      return null;
    end $$`.execute(db)
  for (const kind of ['space', 'collection']) {
    await sql`create trigger drop_invites after delete or update of organization_id on ${sql.table(kind)}
      for each row execute function drop_invites(${sql.lit(kind)})`.execute(db)
  }
}
