import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useField } from '../../components/fields.tsx'
import { FieldError, Help } from '../../components/ui/field.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { contrastOn, readable, type Scheme, sixDigits } from './contrast.ts'
import { Look } from './looks-context.tsx'

type Props = { name: string; label: string; isOptional?: boolean }

/** A colour for light pages and one for dark ones, with how well they read there. */
export const ColorField = ({ name, label, isOptional = false }: Props) => (
  <Look names={[`${name}/light`, `${name}/dark`]} label={label}>
    <fieldset className="field">
      <legend className="label">
        {label}
        {isOptional && <span className="faint meta"> optional</span>}
      </legend>
      <div className="look-pair">
        <Half name={`${name}/light`} label={label} scheme="light" />
        <Half name={`${name}/dark`} label={label} scheme="dark" />
      </div>
    </fieldset>
  </Look>
)

function Half({ name, label, scheme }: { name: string; label: string; scheme: Scheme }) {
  const id = useId()
  const said = `${label}, ${scheme}`
  const { error } = useField(name, said)
  const { field } = useController({ name })
  const value = typeof field.value === 'string' ? field.value : ''
  const contrast = contrastOn(scheme, value)
  return (
    <div>
      <span className="look-color">
        <input
          type="color"
          className={value === '' ? 'is-none' : undefined}
          aria-label={`Pick ${said}`}
          value={sixDigits(value)}
          onChange={({ target }) => field.onChange(target.value)}
        />
        <TextInput
          mono
          ref={field.ref}
          aria-label={said}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          placeholder="#rrggbb"
          value={value}
          onBlur={field.onBlur}
          onChange={({ target }) => field.onChange(target.value.trim())}
        />
      </span>
      {error ? (
        <FieldError id={`${id}-note`}>{error}</FieldError>
      ) : (
        <Help id={`${id}-note`}>
          {contrast === undefined ? `On ${scheme} pages` : wordsOf(scheme, contrast)}
        </Help>
      )}
    </div>
  )
}

const wordsOf = (scheme: Scheme, contrast: number): string =>
  `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1 on ${scheme} pages${contrast < readable ? '; text is moved until it reads well' : ''}`
