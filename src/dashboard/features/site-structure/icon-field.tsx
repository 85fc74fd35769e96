import { useController } from 'react-hook-form'
import { Field } from '../../components/ui/field.tsx'
import { IconMark, IconPick, iconInWords } from './icon-pick.tsx'

/** The icon of a section or group in a form. */
export function IconField({ name }: { name: string }) {
  const { field } = useController({ name })
  const value = typeof field.value === 'string' ? field.value : undefined
  return (
    <Field label="Icon">
      {(tied) => (
        <IconPick
          value={value}
          onPick={field.onChange}
          trigger={
            <button
              {...tied}
              type="button"
              className="btn btn-line emoji-pick"
              aria-label={iconInWords(value)}
            >
              <IconMark name={value} />
            </button>
          }
        />
      )}
    </Field>
  )
}
