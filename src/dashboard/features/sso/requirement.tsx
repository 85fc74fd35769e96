import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { confirm } from '../../components/confirm.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { q, useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { adminsWithPassword, namesOf } from './labels.ts'
import { adminsQuery } from './queries.ts'

type Props = { organization: Organization; hasActive: boolean }

/** Whether members must use single sign-on, and who keeps a password. */
export function Requirement({ organization, hasActive }: Props) {
  const { id: organizationId, title } = organization
  const { data: admins } = useQuery(adminsQuery(organizationId))
  const keepers = adminsWithPassword(admins?.items ?? [])
  const update = useApi(api.organizations.update, {
    ...optimistic(
      q(api.organizations.get, { params: { organizationId } }),
      (data: Organization, { body }) => ({
        ...data,
        sso: body?.sso ?? data.sso ?? false,
      }),
    ),
    meta: { refused: 'Couldn’t change the requirement' },
  })
  const write = (sso: boolean) => update.mutateAsync({ params: { organizationId }, body: { sso } })
  const change = async (sso: boolean) => {
    const isSure =
      !sso ||
      (await confirm({
        title: `Require single sign-on in ${title}?`,
        description: `Everyone signed in another way has to sign in again with a provider. ${namesOf(keepers)} can still use a password.`,
        action: 'Require single sign-on',
        cancel: labels.cancel,
      }))
    if (!isSure) return
    try {
      await write(sso)
    } catch {
      return
    }
    const message = sso ? 'Single sign-on is required' : 'Single sign-on is optional'
    offerUndo(message, () => void write(!sso).catch(() => undefined))
  }
  const isOn = organization.sso ?? false
  return (
    <section aria-labelledby="sso-requirement">
      <h2 id="sso-requirement">Requirement</h2>
      <ChoiceLine
        control={
          <Checkbox
            checked={isOn}
            disabled={!hasActive && !isOn}
            onChange={({ target }) => void change(target.checked)}
          />
        }
        help={
          hasActive
            ? 'Passwords and passkeys no longer open this organization. API tokens keep working.'
            : 'Complete the setup of a provider first.'
        }
      >
        Require single sign-on
      </ChoiceLine>
      {keepers.length > 0 && (
        <p className="soft">
          <b>Can still use a password:</b> {namesOf(keepers)}. Admins who are not marked for single sign-on
          can always sign in with their password, in case the provider fails. The last of them cannot be
          marked or removed.
        </p>
      )}
    </section>
  )
}
