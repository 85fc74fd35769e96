import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { q, useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { namesIn, type Variable, type VariableChanges, variablesIn } from './queries.ts'
import { VariablesView } from './variables-view.tsx'

/** What has variables besides spaces: an organization, or one of its sites. */
type Owner = { readonly organizationId: string; readonly siteId?: string }
type Props = { owner: Owner; canEdit: boolean }

/** Variables for the pages of several spaces: of an organization, or of a site. */
export function SharedVariablesSection({ owner, canEdit }: Props) {
  const root = owner.siteId === undefined ? 'organization' : 'site'
  const { data, error, refetch } = useQuery(queryOf(owner))
  const saving = useUpdate(owner, true)
  const undoing = useUpdate(owner, false)
  const restore = (variables: VariableChanges) => undoing.mutate({ body: { variables } })
  const remove = ({ id, value }: Variable) =>
    undoing.mutate(
      { body: { variables: { [id]: null } } },
      {
        onSuccess: () =>
          offerUndo(`Deleted the variable ${labels.quoted(id)}`, () => restore({ [id]: value })),
      },
    )
  return (
    <VariablesView
      id="shared-variables"
      variables={data && variablesIn(data)}
      missing={namesIn(data?.missing)}
      error={error}
      onRetry={() => void refetch()}
      onRemove={remove}
      writer={
        canEdit
          ? {
              root,
              saving,
              // Nothing that someone else changed since it was read is overwritten.
              save: (variables, onSuccess) =>
                saving.mutate({ body: { variables }, ifMatch: data?.version }, { onSuccess }),
              restore,
            }
          : undefined
      }
    >
      {root === 'organization' ? 'The pages of all spaces' : 'On this site, the pages of its spaces'} show a
      variable with an expression, such as <code>{root}.vars.version</code>. Readers see a new value right
      away.
    </VariablesView>
  )
}

const queryOf = ({ organizationId, siteId }: Owner) =>
  siteId === undefined
    ? q(api.sharedVariables.getForOrganization, { params: { organizationId } })
    : q(api.sharedVariables.getForSite, { params: { organizationId, siteId } })

type Update = {
  readonly body: { readonly variables: VariableChanges }
  readonly ifMatch?: number | undefined
}
type Options = { readonly onSuccess: () => void }

/** Changes the variables; errors are shown in the form, or in a message. */
function useUpdate(owner: Owner, isInForm: boolean) {
  const client = useQueryClient()
  const { organizationId, siteId = '' } = owner
  const options = {
    meta: isInForm ? { shown: 'in-form' as const } : { refused: 'Couldn’t change the variables' },
    onSuccess: (saved: object) => client.setQueryData<object>(queryOf(owner).queryKey, saved),
  }
  const ofOrganization = useApi(api.sharedVariables.updateForOrganization, options)
  const ofSite = useApi(api.sharedVariables.updateForSite, options)
  if (owner.siteId !== undefined)
    return {
      isPending: ofSite.isPending,
      error: ofSite.error,
      mutate: (update: Update, then?: Options) =>
        ofSite.mutate({ params: { organizationId, siteId }, ...update }, then),
    }
  return {
    isPending: ofOrganization.isPending,
    error: ofOrganization.error,
    mutate: (update: Update, then?: Options) =>
      ofOrganization.mutate({ params: { organizationId }, ...update }, then),
  }
}
