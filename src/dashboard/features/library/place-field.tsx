import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { asTree } from './collection-choices.ts'
import { titleOf } from './library-rows.ts'
import type { Known } from './use-index.ts'

type Props = {
  known: Known
  mayCreateAtTop: boolean
  value: string | null
  onChange: (parentId: string | null) => void
}

/** Where something is made: the top, or a collection in which the caller may. */
export function PlaceField({ known, mayCreateAtTop, value, onChange }: Props) {
  const collections = asTree(known.index.collections).filter(
    ({ collection }) => collection.permissions.create,
  )
  const choices = [
    ...(mayCreateAtTop ? [{ value: '', label: 'Top of the library' }] : []),
    ...collections.map(({ collection, depth }) => ({
      value: collection.id,
      label: `${'\u2003'.repeat(depth)}${titleOf(collection)}`,
    })),
  ]
  return (
    <Field label="In">
      {(tied) => (
        <Select
          {...tied}
          choices={choices}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Field>
  )
}

/** The place asked for when the caller may create there, else the first where they may. */
export function placeToCreateIn(known: Known, mayCreateAtTop: boolean, asked: string | null): string | null {
  const may = asked === null ? mayCreateAtTop : known.collections.get(asked)?.permissions.create
  if (may === true || !known.isThere) return asked
  if (mayCreateAtTop) return null
  return known.index.collections.find(({ permissions }) => permissions.create)?.id ?? null
}
