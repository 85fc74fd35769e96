import { createContext, type ReactNode, useContext, useId } from 'react'
import { useController } from 'react-hook-form'
import { CheckboxField, PictureField, SelectField, TextField, useField } from '../../components/fields.tsx'
import { Button } from '../../components/ui/button.tsx'
import { FieldError, Help } from '../../components/ui/field.tsx'
import { type Choice, TextInput } from '../../components/ui/inputs.tsx'
import { contrastOn, MIN_CONTRAST, type Scheme, toSixDigits } from './contrast.ts'
import styles from './customization.module.css'
import { siteOnlyFields } from './customization-values.ts'

/** For a space: which fields it overrides, and how to reset them. Empty for the site itself. */
type Overrides = {
  readonly overridden?: ReadonlySet<string>
  readonly onReset?: (names: readonly string[], label: string) => void
}

const Context = createContext<Overrides>({})
export const OverridesContext = Context

/** A field of the customization: left out if a space cannot override it, marked if it does. */
export function CustomizationField({
  names,
  label,
  children,
}: {
  names: readonly string[]
  label: string
  children: ReactNode
}) {
  const { overridden, onReset } = useContext(Context)
  if (overridden && names.every((name) => siteOnlyFields.has(name))) return null
  const overriddenNames = names.filter((name) => overridden?.has(name))
  if (overriddenNames.length === 0) return children
  return (
    <div className={styles.overridden}>
      {children}
      <p className={styles.note}>
        <span>Different from the site</span>
        <Button size="small" aria-label={`Reset ${label}`} onClick={() => onReset?.(overriddenNames, label)}>
          Reset
        </Button>
      </p>
    </div>
  )
}

type FieldProps = { name: string; label: string; help?: string }

export const CustomizationText = ({ name, label, ...rest }: FieldProps & { type?: 'url' | 'text' }) => (
  <CustomizationField names={[name]} label={label}>
    <TextField name={name} label={label} autoComplete="off" isOptional {...rest} />
  </CustomizationField>
)

export const CustomizationSwitch = ({ name, label, ...rest }: FieldProps) => (
  <CustomizationField names={[name]} label={label}>
    <CheckboxField name={name} label={label} {...rest} />
  </CustomizationField>
)

export const CustomizationSelect = ({
  name,
  label,
  choices,
  ...rest
}: FieldProps & { choices: readonly Choice[] }) => (
  <CustomizationField names={[name]} label={label}>
    <SelectField name={name} label={label} choices={choices} {...rest} />
  </CustomizationField>
)

/** An image for light pages and one for dark pages; one alone is used for both. */
export const CustomizationPictures = ({ name, label, help }: FieldProps) => (
  <CustomizationField names={[`${name}/light`, `${name}/dark`]} label={label}>
    <div className={styles.stack}>
      <PictureField name={`${name}/light`} label={label} {...(help ? { help } : {})} />
      <PictureField name={`${name}/dark`} label={`${label} on dark pages`} />
    </div>
  </CustomizationField>
)

/** The labels of an enumeration as choices. */
export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

type Props = { name: string; label: string; isOptional?: boolean }

/** A color for light pages and one for dark pages, each with its contrast. */
export const ColorField = ({ name, label, isOptional = false }: Props) => (
  <CustomizationField names={[`${name}/light`, `${name}/dark`]} label={label}>
    <fieldset className="field">
      <legend className="label">
        {label}
        {isOptional && <span className="faint meta"> optional</span>}
      </legend>
      <div className={styles.pair}>
        <SchemeColor name={`${name}/light`} label={label} scheme="light" />
        <SchemeColor name={`${name}/dark`} label={label} scheme="dark" />
      </div>
    </fieldset>
  </CustomizationField>
)

function SchemeColor({ name, label, scheme }: { name: string; label: string; scheme: Scheme }) {
  const id = useId()
  const fullLabel = `${label}, ${scheme}`
  const { error } = useField(name, fullLabel)
  const { field } = useController({ name })
  const value = typeof field.value === 'string' ? field.value : ''
  const contrast = contrastOn(scheme, value)
  return (
    <div>
      <span className={styles.color}>
        <input
          type="color"
          className={value === '' ? 'is-none' : undefined}
          aria-label={`Pick ${fullLabel}`}
          value={toSixDigits(value)}
          onChange={({ target }) => field.onChange(target.value)}
        />
        <TextInput
          mono
          ref={field.ref}
          aria-label={fullLabel}
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
          {contrast === undefined ? `On ${scheme} pages` : contrastLabel(scheme, contrast)}
        </Help>
      )}
    </div>
  )
}

const contrastLabel = (scheme: Scheme, contrast: number): string =>
  `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1 on ${scheme} pages${contrast < MIN_CONTRAST ? '; Lectern adjusts it so text stays readable' : ''}`
