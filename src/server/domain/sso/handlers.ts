import { sso } from '#contract/sso.ts'
import { accountSignInRequired } from '../../auth/expect-sign-in.ts'
import { membershipOf } from '../../auth/grants.ts'
import { activeProviders } from '../../auth/sso-providers.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectSameOrigin } from '../../same-origin.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { organizationOfDomain } from '../verified-domains/queries.ts'
import { linkedProviders, unlinkProvider } from './identity-queries.ts'
import { presentTest } from './present-test.ts'
import { requiresSso } from './provider-queries.ts'
import { loginOf, providerUrl } from './provider-urls.ts'
import { providerOf, testOf } from './request-queries.ts'
import { safeReturnPath } from './rules.ts'
import { newRequest, type Provider } from './sign-in-requests.ts'

export const ssoHandlers = handle(sso, {
  async findLogins(ctx, { body: { email } }) {
    expectSameOrigin(ctx.request)
    const organizationId = await organizationOfDomain(ctx.db, email.slice(email.lastIndexOf('@') + 1))
    if (organizationId === undefined) return { logins: [], required: false }
    const providers = await activeProviders(ctx.db, organizationId)
    return {
      logins: providers.map((provider) => loginOf(provider, ctx.urls)),
      required: providers.length > 0 && (await requiresSso(ctx.db, organizationId)),
    }
  },

  async link(ctx, { params: { organizationId, providerId }, body: { returnPath } }) {
    // Members whom the organization refuses for want of single sign-on link their account here, so the policy is not
    // applied.
    if (ctx.caller.credential.kind !== 'session')
      throw new DomainError(
        'invalid_state',
        'Only people who are signed in to the dashboard can link their account',
      )
    const membership = await membershipOf(ctx.db, organizationId, ctx.caller.userId)
    if (membership === undefined || membership.disabled) throw notFound('organization', organizationId)
    const { wholeAccount = true, providerOrganizations = [] } = ctx.caller.signIn ?? {}
    if (!wholeAccount && !providerOrganizations.includes(organizationId))
      throw accountSignInRequired(organizationId)
    const provider = await expectActive(ctx.db, organizationId, providerId)
    const path = safeReturnPath(returnPath)
    const id = await newRequest(ctx.db, ctx.now(), provider, {
      kind: 'link',
      userId: ctx.caller.userId,
      returnPath: path,
      browser: null,
    })
    return { url: preparedUrl(ctx, provider, id) }
  },

  async linkedAccounts(ctx) {
    const rows = await linkedProviders(ctx.db, ctx.caller.userId)
    return {
      items: rows.map(({ id, label, organizationId, title, createdAt, lastUsedAt }) => ({
        provider: { id, label },
        organization: { id: organizationId, title },
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    }
  },

  async unlink(ctx, { params: { providerId } }) {
    const { userId, displayName } = ctx.caller
    await ctx.write(async (tx) => {
      const provider = await unlinkProvider(tx, userId, providerId)
      if (provider === undefined) throw notFound('linked account at the provider', providerId)
      await recordAuditEvents(tx, ctx, {
        organizationId: provider.organizationId,
        action: 'member.unlink',
        target: { type: 'member', id: userId, label: displayName },
        before: { provider: provider.label },
      })
    })
    return undefined
  },

  async startTest(ctx, { params: { organizationId, providerId } }) {
    const provider = await expectActive(ctx.db, organizationId, providerId)
    const id = await newRequest(ctx.db, ctx.now(), provider, {
      kind: 'test',
      userId: ctx.caller.userId,
      returnPath: '/',
      browser: null,
    })
    return { id, url: preparedUrl(ctx, provider, id) }
  },

  async getTest(ctx, { params: { organizationId, testId } }) {
    const test = await testOf(ctx.db, organizationId, testId, ctx.now())
    const provider =
      test === undefined ? undefined : await providerOf(ctx.db, organizationId, test.providerId)
    if (test === undefined || provider === undefined) throw notFound('test', testId)
    return presentTest(ctx.db, provider, test)
  },
})

/** The address that sends a prepared request. */
const preparedUrl = ({ urls }: Context, { type, id }: Provider, requestId: string): string =>
  `${providerUrl(urls, type, id, 'start')}?request=${requestId}`

/** @throws {DomainError} 404, or 409 while its setup is not complete */
async function expectActive(db: Db, organizationId: string, providerId: string): Promise<Provider> {
  const provider = await providerOf(db, organizationId, providerId)
  if (provider === undefined) throw notFound('sign-in provider', providerId)
  if (provider.status === 'active') return provider
  throw new DomainError('invalid_state', 'Complete the setup of this provider first')
}
