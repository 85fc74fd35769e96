import { CheckboxField, SelectField, TextField } from '../../components/fields.tsx'
import { PictureField } from '../../components/picture-field.tsx'
import type { Choice } from '../../components/ui/inputs.tsx'
import { Look } from './looks-context.tsx'

type Named = { name: string; label: string; help?: string }

export const LookText = ({ name, label, ...rest }: Named & { type?: 'url' | 'text' }) => (
  <Look names={[name]} label={label}>
    <TextField name={name} label={label} autoComplete="off" isOptional {...rest} />
  </Look>
)

export const LookSwitch = ({ name, label, ...rest }: Named) => (
  <Look names={[name]} label={label}>
    <CheckboxField name={name} label={label} {...rest} />
  </Look>
)

export const LookChoice = ({ name, label, choices, ...rest }: Named & { choices: readonly Choice[] }) => (
  <Look names={[name]} label={label}>
    <SelectField name={name} label={label} choices={choices} {...rest} />
  </Look>
)

/** A picture for light pages and one for dark pages; one of them alone stands for both. */
export const LookPictures = ({ name, label, help }: Named) => (
  <Look names={[`${name}/light`, `${name}/dark`]} label={label}>
    <div className="look-stack">
      <PictureField name={`${name}/light`} label={label} {...(help ? { help } : {})} />
      <PictureField name={`${name}/dark`} label={`${label} on dark pages`} />
    </div>
  </Look>
)

/** Words of an enumeration as choices. */
export const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
