import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { OidcProvider } from '#contract/oidc-providers.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { q, useApi } from '../../data/api.ts'
import { memberRoles, roleNames } from '../../lib/role-labels.ts'
import { GroupMappingFields } from './group-mapping-fields.tsx'
import { type OidcParams, oidcProviderQuery } from './oidc-queries.ts'
import { type OidcValues, oidcBody, oidcFields, oidcValues } from './oidc-values.ts'
import { teamsQuery } from './queries.ts'

const { get, update } = api.oidcProviders

type Props = { organizationId: string; provider: OidcProvider }

/** The provider's own values, what new members get, and what groups mean. */
export function OidcForm({ organizationId, provider }: Props) {
  const heading = useId()
  const { form, editing } = useOidcForm(organizationId, provider)
  const { data, isPending } = useQuery(teamsQuery(organizationId))
  const teams = data?.items.map(({ id, title }) => ({ value: id, label: title })) ?? []
  return (
    <section aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading}>2. Enter the provider’s values here</h2>
      </div>
      {/* Selects need their choices before their value. */}
      <Form
        key={isPending ? 'reading' : 'there'}
        {...editing}
        form={form}
        schema={oidcFields}
        shape="page"
        submit="Save provider"
        variant="outline"
      >
        <TextField name="label" label="Name" autoComplete="off" />
        <TextField
          name="issuer"
          label="Issuer"
          type="url"
          mono
          autoComplete="off"
          placeholder="https://login.example.org"
          help="Saving reads its configuration from /.well-known/openid-configuration."
        />
        <TextField name="clientID" label="Client ID" mono autoComplete="off" />
        <TextField
          name="clientSecret"
          label="Client secret"
          type="password"
          mono
          autoComplete="new-password"
          placeholder={provider.hasClientSecret ? '••••••••••••' : ''}
          isOptional
          help={
            provider.hasClientSecret
              ? 'Stored encrypted. Enter a new one to replace it.'
              : 'Stored encrypted and not shown again. Public clients don’t have one.'
          }
        />
        <fieldset className="group">
          <legend className="group-name">New members</legend>
          <SelectField
            name="defaultRole"
            label="Role"
            choices={memberRoles.map((role) => ({ value: role, label: roleNames[role] }))}
            help="For people who sign in for the first time."
          />
          <SelectField
            name="defaultTeam"
            label="Team"
            disabled={isPending}
            choices={[{ value: '', label: 'None' }, ...teams]}
          />
        </fieldset>
        <fieldset className="group">
          <legend className="group-name">Groups</legend>
          <p className="soft">
            At each sign-in, people join the teams of their groups and leave the other teams named here. Other
            teams don’t change. If you choose roles, people get the strongest role of their groups, or the
            role of new members if they are in none.
          </p>
          <GroupMappingFields teams={teams} />
          <TextField
            name="groupsClaim"
            label="Claim with the groups"
            mono
            autoComplete="off"
            help="Some providers send groups only if a scope asks for them."
          />
          <TextField
            name="scopes"
            label="Scopes"
            mono
            autoComplete="off"
            help="Separated by spaces. openid is always included."
          />
        </fieldset>
      </Form>
    </section>
  )
}

function useOidcForm(organizationId: string, provider: OidcProvider) {
  const client = useQueryClient()
  const params: OidcParams = { organizationId, oidcProviderId: provider.id }
  const form = useForm<OidcValues>({
    resolver: zodResolver(oidcFields),
    defaultValues: oidcValues(provider),
  })
  const save = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: provider,
    target: { organizationId, type: 'sso-provider', id: provider.id },
    valuesOf: oidcValues,
    read: () => client.fetchQuery({ ...q(get, { params }), staleTime: 0 }),
    send: (values, now) => save.mutateAsync({ params, body: oidcBody(values, now), ifMatch: now.version }),
    sending: save,
    onSaved: (saved) => client.setQueryData(oidcProviderQuery(params).queryKey, saved),
    savedMessage: ({ status }) =>
      status === 'active' ? 'Saved. Test the provider next' : 'Saved the provider',
  })
  return { form, editing }
}
