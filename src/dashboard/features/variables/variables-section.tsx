import { useQuery } from '@tanstack/react-query'
import type { Space } from '#contract/spaces.ts'
import { useEditContent } from '../../data/content.ts'
import { setVariables, useVariableActions } from './mutations.ts'
import { namesIn, variablesIn, variablesQuery } from './queries.ts'
import { VariablesView } from './variables-view.tsx'

type Props = { space: Space; canEdit: boolean }

/** The variables of a space, which expressions on its pages show. */
export function VariablesSection({ space, canEdit }: Props) {
  const { data, error, refetch } = useQuery(variablesQuery(space.id))
  const { restore, remove } = useVariableActions(space.id)
  const editing = useEditContent({ spaceId: space.id }, { shown: 'in-form' })
  return (
    <VariablesView
      id="space-variables"
      variables={data && variablesIn(data)}
      missing={namesIn(data?.missing)}
      error={error}
      onRetry={() => void refetch()}
      onRemove={remove}
      writer={
        canEdit
          ? {
              root: 'space',
              saving: editing,
              // A value that someone else changed since it was read is not overwritten.
              save: (values, onSuccess) =>
                editing.mutate(
                  { ...setVariables(values), ...(data && { base: data.revision }) },
                  { onSuccess },
                ),
              restore,
            }
          : undefined
      }
    >
      Pages show a variable with an expression, such as <code>space.vars.version</code>. Readers see a new
      value right away.
      {!canEdit &&
        space.permissions.edit &&
        ' Edits are locked, so variables change through change requests.'}
    </VariablesView>
  )
}
