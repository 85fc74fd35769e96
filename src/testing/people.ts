import type { Role } from '#contract/shared/permissions.ts'
import { newToken } from '#server/auth/secrets.ts'
import type { Db } from '#server/db/client.ts'
import { insertMember } from '#server/domain/organizations/membership-queries.ts'
import { insertOrganization } from '#server/domain/organizations/queries.ts'
import { insertToken } from '#server/domain/tokens/queries.ts'
import { insertUser } from '#server/domain/users/queries.ts'
import { newId } from '#server/ids.ts'

/** A user with a token. */
export type Person = { readonly userId: string; readonly token: string; readonly email: string }

/** Creates organizations and people in a database. */
export type People = {
  /** A new organization with an admin. */
  readonly anOrganization: (title?: string) => Promise<{ organizationId: string; admin: Person }>
  /** A new member of an organization; role null makes a guest. */
  readonly aMember: (organizationId: string, role: Role | null) => Promise<Person>
  /** A person in no organization. */
  readonly aPerson: (name?: string) => Promise<Person>
}

/** Creates organizations and people with a token in a database. */
export function peopleIn({ db, now }: { readonly db: Db; readonly now: () => Date }): People {
  const aPerson = async (name = 'Person'): Promise<Person> => {
    const userId = newId()
    const email = `${userId.toLowerCase()}@example.org`
    const token = newToken()
    await insertUser(db, { id: userId, email, displayName: name, passwordHash: null, now: now() })
    await insertToken(db, { id: newId(), userId, label: 'test', secret: token, now: now() })
    return { userId, token, email }
  }
  const aMember = async (organizationId: string, role: Role | null): Promise<Person> => {
    const person = await aPerson(role ?? 'guest')
    const member = { organizationId, userId: person.userId, role, now: now() }
    await db.transaction().execute((tx) => insertMember(tx, member))
    return person
  }
  return {
    aPerson,
    aMember,
    async anOrganization(title = 'Halden Energy') {
      const organizationId = newId()
      await db
        .transaction()
        .execute((tx) => insertOrganization(tx, { id: organizationId, title, now: now() }))
      return { organizationId, admin: await aMember(organizationId, 'admin') }
    },
  }
}
