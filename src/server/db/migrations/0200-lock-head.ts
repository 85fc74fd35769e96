// Purpose: a commit locks a space, and reads its head and the line of its pages, in one round trip instead of three.
import { type Kysely, sql } from 'kysely'

/**
 * Each statement in the function sees what was committed before it began: the one that locks waits for others, and those
 * after it see what they wrote. A single statement would combine the locked row with the revisions from before.
 */
const lockHead = sql`create function lock_head(home text, subject text, pages text[])
  returns table (head_revision text, head_root bytea, head_edit_mode text, head_parents jsonb)
  language plpgsql as $$
  begin
    select space.revision_id, space.edit_mode into head_revision, head_edit_mode from space
      where space.organization_id = home and space.id = subject and space.deleted_at is null for no key update;
    if not found then return; end if;
    select revision.root into head_root from revision
      where revision.organization_id = home and revision.id = head_revision and revision.space_id = subject;
    if cardinality(pages) > 0 then
      with recursive line as (
        select page.page_id, page.parent_id from page
        where page.organization_id = home and page.space_id = subject and page.page_id = any(pages)
        union
        select above.page_id, above.parent_id from line cross join lateral (
          select page.page_id, page.parent_id from page where page.organization_id = home
            and page.space_id = subject and page.page_id = line.parent_id offset 0) as above
      )
      select jsonb_object_agg(line.page_id, line.parent_id) into head_parents from line;
    end if;
    return next;
  end $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  await lockHead.execute(db)
}
