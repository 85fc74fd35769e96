import type { Db, Tx } from '../../db/client.ts'

export type Pinner = { readonly organizationId: string; readonly userId: string }
export type PinTarget = { readonly kind: 'space' | 'site'; readonly id: string }

export type PinRow = PinTarget & { readonly pinnedAt: Date }

const pinsBy = (db: Db | Tx, { organizationId, userId }: Pinner) =>
  db.selectFrom('pin').where('organization_id', '=', organizationId).where('user_id', '=', userId)

/** The pins of a person, the first one first. */
export async function pinsOf(db: Db | Tx, pinner: Pinner): Promise<PinRow[]> {
  const rows = await pinsBy(db, pinner)
    .select(['space_id as spaceId', 'site_id as siteId', 'created_at as pinnedAt'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ spaceId, siteId, pinnedAt }) =>
    spaceId === null
      ? { kind: 'site', id: siteId ?? '', pinnedAt }
      : { kind: 'space', id: spaceId, pinnedAt },
  )
}

/** Without effect if it is pinned already. */
export async function insertPin(
  tx: Tx,
  { organizationId, userId }: Pinner,
  { kind, id }: PinTarget,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('pin')
    .values({
      organization_id: organizationId,
      user_id: userId,
      space_id: kind === 'space' ? id : null,
      site_id: kind === 'site' ? id : null,
      created_at: now,
    })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function deletePin(tx: Tx, { organizationId, userId }: Pinner, id: string): Promise<void> {
  await tx
    .deleteFrom('pin')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('space_id', '=', id), eb('site_id', '=', id)]))
    .execute()
}
