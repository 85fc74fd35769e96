import { api } from '#contract/api.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Call, Seed } from './fixtures.ts'

/** Members that were invited and have not come yet; each is called as their address begins. */
export async function invited(as: Call, { organizationId }: Seed, role: Role | null, ...people: string[]) {
  const params = { organizationId }
  const emails = people.map((name) => `${name}@${organizationId.toLowerCase()}.example`)
  const { users } = await as(api.organizationInvites.send, { params, body: { emails, role } })
  return users
}
