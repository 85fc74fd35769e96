import { newOneTimeLink, voidSetUpLinks } from './auth/one-time-links.ts'
import { hashPassword } from './auth/secrets.ts'
import type { Service } from './context.ts'
import { insertMember } from './domain/organizations/membership-queries.ts'
import { insertOrganization, organizationWithoutMembers } from './domain/organizations/queries.ts'
import { insertToken } from './domain/tokens/queries.ts'
import { accountByEmail, hasAccounts, insertUser, verifyAddress } from './domain/users/queries.ts'

/**
 * What a start does beyond listening: creates the first organization with its demo content if there is none, and the
 * admin that the environment names; prints the address of the service and, while there are no accounts, a one-time link
 * to set up the first one.
 */
export async function firstStart(service: Service, docsFolder: string): Promise<void> {
  const { db, urls } = service
  await createFirstOrganization(service, docsFolder)
  await createConfiguredAdmin(service)
  print(`Lectern is running at ${urls.base}`)
  if (await hasAccounts(db)) return
  await voidSetUpLinks(db)
  const link = await newOneTimeLink(db, { purpose: 'set-up', userId: null, now: service.now() })
  print(`Set up the first admin: ${urls.app('setup')}?link=${link}`)
  print('The link works once, for 7 days. The next start prints a new one.')
}

async function createFirstOrganization(service: Service, docsFolder: string): Promise<void> {
  const { db } = service
  if (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) return
  // With accounts but no organization, someone deleted the last one on purpose.
  if (await hasAccounts(db)) return
  const organizationId = service.newId()
  await db
    .transaction()
    .execute((tx) =>
      insertOrganization(tx, { id: organizationId, title: 'My organization', now: service.now() }),
    )
  const { createDemo } = await import('./demo.ts')
  await createDemo(service, organizationId, docsFolder)
}

/** Creates the admin of an unattended setup (`LECTERN_ADMIN_…`); later starts change nothing. */
async function createConfiguredAdmin(service: Service): Promise<void> {
  const { config, db, now, newId } = service
  const { admin } = config
  if (admin === undefined || (await accountByEmail(db, admin.email))) return
  const passwordHash = await hashPassword(admin.password)
  const userId = newId()
  await db.transaction().execute(async (tx) => {
    const displayName = admin.email.split('@')[0] ?? admin.email
    await insertUser(tx, { id: userId, email: admin.email, displayName, passwordHash, now: now() })
    await verifyAddress(tx, userId, now())
    const organizationId = (await organizationWithoutMembers(tx))?.id ?? newId()
    const isNew =
      (await tx
        .selectFrom('organization')
        .select('id')
        .where('id', '=', organizationId)
        .executeTakeFirst()) === undefined
    if (isNew) await insertOrganization(tx, { id: organizationId, title: 'My organization', now: now() })
    await insertMember(tx, { organizationId, userId, role: 'admin', now: now() })
    if (admin.token === undefined) return
    await insertToken(tx, {
      id: newId(),
      userId,
      label: 'LECTERN_ADMIN_TOKEN',
      secret: admin.token,
      now: now(),
    })
  })
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
