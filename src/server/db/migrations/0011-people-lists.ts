// Purpose: indexes for listing, searching and counting people, teams and grants.
import { type Kysely, sql } from 'kysely'

const statements = [
  // Not every write to a member changes what the kept lists show: being seen does not.
  sql`drop trigger count_up on member`,

  // The name stands beside the membership, so that one index holds the members of an organization in order.
  sql`alter table member add column sort_name text collate "C" not null default ''`,
  sql`update member set sort_name = lower(account.display_name)
    from user_account account where account.id = member.user_id`,
  sql`create function name_member() returns trigger language plpgsql as $$
    begin
      -- Held, so that whoever renames the account meanwhile waits and then finds the member.
      new.sort_name := coalesce((select lower(display_name) from user_account where id = new.user_id for share), '');
      return new;
    end $$`,
  sql`create trigger name_member before insert on member for each row execute function name_member()`,
  sql`create function rename_members() returns trigger language plpgsql as $$
    begin
      update member set sort_name = lower(new.display_name) where user_id = new.id;
      return null;
    end $$`,
  sql`create trigger rename_members after update of display_name on user_account for each row
    when (old.display_name is distinct from new.display_name) execute function rename_members()`,

  sql`create index member_by_name on member (organization_id, sort_name, user_id)`,
  sql`create index member_by_role on member (organization_id, role, joined_at, user_id)`,
  // Few different values, so that it stays small and is what members are counted by.
  sql`create index member_by_standing on member (organization_id, role, disabled)`,
  sql`create index member_by_seen on member (organization_id, last_seen_at, user_id)
    where last_seen_at is not null and not disabled`,
  sql`create index account_by_words on user_account using gin (lower(display_name) gin_trgm_ops, email gin_trgm_ops)`,

  sql`create index team_by_title on team (organization_id, (lower(title) collate "C"), id)`,

  sql`drop index grant_of_grantee`,
  sql`create index grant_of_grantee on access_grant (organization_id, grantee_kind, grantee_id, created_at, subject_id)`,

  sql`create constraint trigger count_up after insert or delete or update of role, disabled on member
    deferrable initially deferred for each row execute function count_up_organization()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
