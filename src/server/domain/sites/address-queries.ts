import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'

/** The kinds of addresses that only one site can have, with the error message. */
const CONFLICT_MESSAGES = {
  basename: 'Another site already uses this address',
  hostname: 'Another site already uses this hostname',
  proxy: 'Another site is already shown there',
} as const
type Address = keyof typeof CONFLICT_MESSAGES

const addresses = Object.keys(CONFLICT_MESSAGES) as Address[]

const addressConflict = (address: Address) =>
  new DomainError('conflict', CONFLICT_MESSAGES[address], {
    issues: [{ path: ['body', address], message: CONFLICT_MESSAGES[address] }],
  })

/**
 * Checks that no other site has the new addresses, and stores a former basename so that it redirects.
 *
 * @throws {DomainError} `conflict` when another site has one of them.
 */
export async function claimAddresses(
  tx: Tx,
  organizationId: string,
  id: string,
  change: { readonly [A in Address]?: string | null },
): Promise<void> {
  for (const address of addresses) {
    const value = change[address]
    if (typeof value === 'string') await expectFree(tx, id, address, value)
  }
  if (typeof change.basename === 'string') await recordFormerBasename(tx, organizationId, id, change.basename)
}

async function expectFree(tx: Tx, id: string, address: Address, value: string): Promise<void> {
  const holder = await tx
    .selectFrom('site')
    .select('id')
    .where(address, '=', value)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (holder !== undefined) throw addressConflict(address)
}

/** A former basename redirects until another site uses it. */
async function recordFormerBasename(
  tx: Tx,
  organizationId: string,
  id: string,
  basename: string,
): Promise<void> {
  await tx.deleteFrom('site_former_basename').where('basename', '=', basename).execute()
  await tx
    .insertInto('site_former_basename')
    .columns(['basename', 'organization_id', 'site_id'])
    .expression((from) =>
      from
        .selectFrom('site')
        .select(['site.basename', 'site.organization_id', 'site.id'])
        .where('site.organization_id', '=', organizationId)
        .where('site.id', '=', id)
        .where('site.basename', '!=', basename),
    )
    .onConflict((conflict) =>
      conflict.column('basename').doUpdateSet({ organization_id: organizationId, site_id: id }),
    )
    .execute()
}

/** Translates a unique violation, which two concurrent requests for one address can cause. */
export function throwAddressConflict(error: unknown): never {
  const index = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  const address = addresses.find((one) => index === `site_by_${one}`)
  throw address === undefined ? error : addressConflict(address)
}
