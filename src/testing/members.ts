import type { Role } from '#contract/shared/permissions.ts'
import type { Person, TestApp } from './app.ts'

/** An organization with an admin and a member. */
export async function anOrganizationWithMember(app: TestApp, role: Role | null = 'edit') {
  const { organizationId, admin } = await app.anOrganization()
  const member = await app.aMember(organizationId, role)
  const path = (person: Person) => ({ organizationId, userId: person.userId })
  return { organizationId, admin, member, path, as: app.as(admin) }
}

export const grantTo = (
  app: TestApp,
  organizationId: string,
  userId: string,
  subject: string,
  role: Role | null,
) =>
  app.db
    .insertInto('access_grant')
    .values({
      organization_id: organizationId,
      subject_kind: 'space',
      subject_id: subject,
      grantee_kind: 'user',
      grantee_id: userId,
      role,
      created_at: app.service.now(),
    })
    .execute()

export const aTeam = async (app: TestApp, organizationId: string, owners: readonly Person[]) => {
  const id = app.service.newId()
  await app.db
    .insertInto('team')
    .values({ organization_id: organizationId, id, title: 'Team', created_at: new Date() })
    .execute()
  for (const { userId } of owners) {
    await app.db
      .insertInto('team_member')
      .values({ organization_id: organizationId, team_id: id, user_id: userId, role: 'owner' })
      .execute()
  }
  return id
}
