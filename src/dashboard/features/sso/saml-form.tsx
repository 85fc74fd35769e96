import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SamlMetadata, SamlProvider } from '#contract/saml-providers.ts'
import { uri } from '#contract/shared/values.ts'
import { SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { q, useApi } from '../../data/api.ts'
import { memberRoleOf, memberRoles, roleNames, roleOf } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import { ImportMetadata } from './import-metadata.tsx'
import { type SamlParams, samlProviderQuery, teamsQuery } from './queries.ts'

const { get, update } = api.samlProviders

/** The values of the form. An empty text means no value. */
const fields = z.object({
  label: update.body.shape.label.unwrap(),
  entityID: z.string().max(1024),
  ssoURL: uri.or(z.literal('')),
  certificate: z.string().max(10_000),
  /** Id of a team. */
  defaultTeam: z.string(),
  defaultRole: z.enum(memberRoles),
})
type Values = z.infer<typeof fields>

const valuesOf = (provider: SamlProvider): Values => ({
  label: provider.label,
  entityID: provider.entityID ?? '',
  ssoURL: provider.ssoURL ?? '',
  certificate: provider.certificate ?? '',
  defaultTeam: provider.defaultTeam?.id ?? '',
  defaultRole: memberRoleOf(provider.defaultRole ?? null),
})

const bodyOf = (values: Values) => ({
  label: values.label,
  entityID: values.entityID || null,
  ssoURL: values.ssoURL || null,
  certificate: values.certificate || null,
  defaultTeam: values.defaultTeam || null,
  defaultRole: roleOf(values.defaultRole),
})

type Props = {
  organizationId: string
  provider: SamlProvider
  isImporting: boolean
  onImporting: (is: boolean) => void
}

/** The provider's own values, typed in or from its metadata, and what new members get. */
export function SamlForm({ organizationId, provider, isImporting, onImporting }: Props) {
  const heading = useId()
  const { form, editing } = useSamlForm(organizationId, provider)
  const fill = ({ entityID, ssoURL, certificate }: SamlMetadata) => {
    for (const [name, value] of Object.entries({ entityID, ssoURL, certificate }))
      form.setValue(name as 'entityID', value, { shouldDirty: true, shouldValidate: true })
    onImporting(false)
    toast.done('Filled in the values of the metadata. Save them to use them')
  }
  return (
    <section aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading}>2. Enter the provider’s values here</h2>
        <Button variant="outline" icon={FileInput} onClick={() => onImporting(true)}>
          Import metadata
        </Button>
      </div>
      <Form {...editing} form={form} schema={fields} shape="page" submit="Save provider" variant="outline">
        <TextField name="label" label="Name" autoComplete="off" />
        <TextField name="entityID" label="Entity ID (issuer)" mono autoComplete="off" />
        <TextField
          name="ssoURL"
          label="Sign-in URL"
          type="url"
          mono
          autoComplete="off"
          help="For the HTTP-Redirect binding."
        />
        <TextAreaField
          name="certificate"
          label="Certificate"
          mono
          rows={6}
          placeholder="-----BEGIN CERTIFICATE-----"
          help="PEM. To replace it without an interruption, paste the next certificate below the current one."
        />
        <NewMembers organizationId={organizationId} />
      </Form>
      {isImporting && (
        <ImportMetadata organizationId={organizationId} onClose={() => onImporting(false)} onRead={fill} />
      )}
    </section>
  )
}

function useSamlForm(organizationId: string, provider: SamlProvider) {
  const client = useQueryClient()
  const params: SamlParams = { organizationId, samlProviderId: provider.id }
  const form = useForm<Values>({ resolver: zodResolver(fields), defaultValues: valuesOf(provider) })
  const save = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: provider,
    target: { organizationId, type: 'sso-provider', id: provider.id },
    valuesOf,
    read: () => client.fetchQuery({ ...q(get, { params }), staleTime: 0 }),
    send: (values, now) => save.mutateAsync({ params, body: bodyOf(values), ifMatch: now.version }),
    sending: save,
    onSaved: (saved) => client.setQueryData(samlProviderQuery(params).queryKey, saved),
    savedMessage: ({ status }) =>
      status === 'active' ? 'Saved. Test the provider next' : 'Saved the provider',
  })
  return { form, editing }
}

function NewMembers({ organizationId }: { organizationId: string }) {
  const { data, isPending } = useQuery(teamsQuery(organizationId))
  const teams = data?.items.map(({ id, title }) => ({ value: id, label: title })) ?? []
  return (
    <fieldset className="group">
      <legend className="group-name">New members</legend>
      <SelectField
        name="defaultRole"
        label="Role"
        choices={memberRoles.map((role) => ({ value: role, label: roleNames[role] }))}
        help="For people who sign in for the first time. Members keep their role."
      />
      <SelectField
        name="defaultTeam"
        label="Team"
        key={isPending ? 'reading' : 'there'}
        disabled={isPending}
        choices={[{ value: '', label: 'None' }, ...teams]}
      />
    </fieldset>
  )
}
