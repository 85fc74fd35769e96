import type { SsoTest } from '#contract/sso.ts'
import type { Db } from '../../db/client.ts'
import { accountsByIds } from '../users/queries.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { groupsPreview } from './groups-preview.ts'
import { teamTitle } from './provider-queries.ts'
import type { TestRow } from './request-queries.ts'
import { refusalMessages } from './rules.ts'
import type { Provider } from './sign-in-requests.ts'
import { previewSignIn } from './sign-in-with-identity.ts'

type Outcome = { readonly identity?: ExternalIdentity; readonly error?: string }

/** The result of a test with what signing in would do now. */
export async function presentTest(db: Db, provider: Provider, test: TestRow): Promise<SsoTest> {
  const { identity, error } = (test.outcome ?? {}) as Outcome
  const outcome = identity === undefined ? undefined : await outcomeOf(db, provider, identity)
  const isRefused = error !== undefined || outcome?.type === 'refuse'
  return {
    object: 'sso-test',
    id: test.id,
    provider: { id: provider.id, label: provider.label },
    status: test.answeredAt === null ? 'waiting' : isRefused ? 'failed' : 'passed',
    ...(error === undefined ? {} : { error }),
    ...(identity === undefined ? {} : { identity: presentIdentity(identity) }),
    ...(outcome === undefined ? {} : { outcome }),
  }
}

const presentIdentity = ({ photoUrl, providerId: _, ...rest }: ExternalIdentity) => ({
  ...rest,
  photoURL: photoUrl,
  groups: [...rest.groups],
  attributes: Object.fromEntries(
    Object.entries(rest.attributes).map(([name, values]) => [name, [...values]]),
  ),
})

const TYPES = { linked: 'sign-in', existing: 'link', new: 'create' } as const

async function outcomeOf(
  db: Db,
  provider: Provider,
  identity: ExternalIdentity,
): Promise<NonNullable<SsoTest['outcome']>> {
  const plan = await previewSignIn(db, provider, identity)
  if (plan.type === 'refused') return { type: 'refuse', reason: refusalMessages[plan.reason] }
  const [user] = plan.userId === null ? [] : await accountsByIds(db, [plan.userId])
  const team = plan.isNewMember ? await teamTitle(db, provider) : undefined
  return {
    type: TYPES[plan.account],
    ...(user === undefined
      ? {}
      : { user: { id: user.userId, displayName: user.displayName, email: user.email ?? '' } }),
    ...(plan.isNewMember
      ? { joins: { role: provider.defaultRole, ...(team === undefined ? {} : { team }) } }
      : {}),
    ...(await groupsPreview(db, provider, plan.userId, identity.groups)),
  }
}
