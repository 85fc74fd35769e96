import { useEditContent } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import type { Variable, VariableChanges } from './queries.ts'

/** The edit that sets some variables; null deletes one. */
export const setVariables = (variables: VariableChanges) => ({
  changes: [{ operation: 'update_variables' as const, variables }],
})

/** Restores values and deletes variables, with undo. */
export function useVariableActions(spaceId: string) {
  const editing = useEditContent({ spaceId })
  const restore = (values: VariableChanges) => editing.mutate(setVariables(values))
  const remove = ({ id, value }: Variable) =>
    editing.mutate(setVariables({ [id]: null }), {
      onSuccess: () => offerUndo(`Deleted the variable ${labels.quoted(id)}`, () => restore({ [id]: value })),
    })
  return { restore, remove }
}
