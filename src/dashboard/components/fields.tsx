import { Eye, EyeOff, ImageOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { get, useController, useFormContext } from 'react-hook-form'
import { useDebounced } from '../hooks/use-debounced.ts'
import { useFieldDescription, useFormLayout } from './form.tsx'
import { IconButton } from './ui/button.tsx'
import { EmojiPicker } from './ui/emoji-picker.tsx'
import { Field, FieldError, type FieldProps } from './ui/field.tsx'
import { Icon } from './ui/icon.tsx'
import {
  AffixInput,
  Checkbox,
  type Choice,
  ChoiceLine,
  Radio,
  Select,
  TextArea,
  TextInput,
} from './ui/inputs.tsx'
import { characterOf } from './ui/marks.tsx'

type Shared = Omit<FieldProps, 'error' | 'length'> & { name: string; disabled?: boolean }

/** Error and length of a field of the form around it; the limit is that of the contract's schema. */
export function useField(name: string, label: ReactNode, format?: (value: unknown) => string | undefined) {
  const { limits } = useFormLayout()
  useFieldDescription(name, label, format)
  const { register, formState, watch } = useFormContext()
  const value: unknown = watch(name)
  const limit = limits[name]
  const fault: unknown = get(formState.errors, name)
  const length = limit !== undefined && typeof value === 'string' ? { now: value.length, limit } : undefined
  return { register, error: messageOf(fault), length }
}

/** Of a list the first entry that has one. */
function messageOf(fault: unknown): string | undefined {
  if (Array.isArray(fault)) return fault.map(messageOf).find((message) => message !== undefined)
  return typeof fault === 'object' &&
    fault !== null &&
    'message' in fault &&
    typeof fault.message === 'string'
    ? fault.message
    : undefined
}

type TextProps = Shared & {
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date' | 'datetime-local'
  placeholder?: string
  autoComplete?: string
  /** The keyboard of touch screens. */
  inputMode?: 'numeric'
  mono?: boolean
  /** Something fixed before the text, such as `/`. */
  affix?: ReactNode
  /** An empty field is sent as null or left out instead of as empty text. */
  emptyAs?: null | undefined | ''
}

/** A line of text bound to the form. */
export function TextField({
  name,
  type = 'text',
  placeholder,
  autoComplete,
  inputMode,
  mono,
  affix,
  disabled,
  ...rest
}: TextProps) {
  const { register, error, length } = useField(name, rest.label)
  const own = { type, placeholder, autoComplete, inputMode, readOnly: disabled }
  const setValueAs = 'emptyAs' in rest ? (value: unknown) => (value === '' ? rest.emptyAs : value) : undefined
  const { emptyAs: _emptyAs, ...field } = rest
  const bound = register(name, setValueAs ? { setValueAs } : {})
  return (
    <Field {...field} error={error} length={length}>
      {(tied) =>
        affix ? (
          <AffixInput affix={affix} {...own} {...bound} {...tied} />
        ) : (
          <TextInput mono={mono ?? false} {...own} {...bound} {...tied} />
        )
      }
    </Field>
  )
}

/** Several lines of text bound to the form. */
export function TextAreaField({
  name,
  rows = 4,
  placeholder,
  disabled,
  mono,
  ...field
}: Shared & { rows?: number; placeholder?: string; mono?: boolean }) {
  const { register, error, length } = useField(name, field.label)
  return (
    <Field {...field} error={error} length={length}>
      {(tied) => (
        <TextArea
          rows={rows}
          placeholder={placeholder}
          readOnly={disabled}
          {...(mono ? { className: 'mono', spellCheck: false } : {})}
          {...register(name)}
          {...tied}
        />
      )}
    </Field>
  )
}

/** One of a few, bound to the form. */
export function SelectField({ name, choices, disabled, ...field }: Shared & { choices: readonly Choice[] }) {
  const { register, error } = useField(name, field.label, wordOf(choices))
  return (
    <Field {...field} error={error}>
      {(tied) => <Select choices={choices} disabled={disabled} {...register(name)} {...tied} />}
    </Field>
  )
}

/** One of a few, all in view. */
export function RadioField({
  name,
  label,
  choices,
}: {
  name: string
  label: ReactNode
  choices: readonly (Choice & { help?: string })[]
}) {
  const { register } = useField(name, label, wordOf(choices))
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      {choices.map(({ value, label: word, help, disabled }) => (
        <ChoiceLine
          key={value}
          control={<Radio value={value} disabled={disabled} {...register(name)} />}
          help={help}
        >
          {word}
        </ChoiceLine>
      ))}
    </fieldset>
  )
}

const wordOf = (choices: readonly Choice[]) => (value: unknown) =>
  choices.find((choice) => choice.value === (value ?? ''))?.label

type CheckboxProps = { name: string; label: ReactNode; help?: ReactNode; disabled?: boolean }

/** Yes or no, bound to the form. */
export function CheckboxField({ name, label, help, disabled }: CheckboxProps) {
  const { error } = useField(name, label)
  const { field } = useController({ name })
  const id = useId()
  return (
    <div className="field">
      <ChoiceLine
        control={
          <Checkbox
            name={name}
            checked={field.value === true}
            disabled={disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.checked)}
          />
        }
        help={help}
      >
        {label}
      </ChoiceLine>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

/** The emoji of a space or page; none is an answer too. */
export function EmojiField({ name, ...field }: Shared) {
  const { error } = useField(name, field.label, (value) => (value ? characterOf(String(value)) : 'none'))
  const { field: bound } = useController({ name })
  return (
    <Field {...field} error={error}>
      {(tied) => <EmojiPicker {...tied} value={bound.value ?? ''} onChange={bound.onChange} />}
    </Field>
  )
}

type Props = {
  name: string
  label: string
  help?: ReactNode
  autoComplete: 'current-password' | 'new-password'
  isOptional?: boolean
  /** A link at the right end of the label’s line. */
  aside?: ReactNode
}

/** A password that can be looked at. */
export function PasswordField({ name, label, help, autoComplete, aside, isOptional }: Props) {
  const [isShown, setIsShown] = useState(false)
  const { register, error } = useField(name, label)
  return (
    <Field label={label} help={help} aside={aside} isOptional={isOptional} error={error}>
      {(tied) => (
        <div className="password-input">
          <TextInput
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            {...register(name)}
            {...tied}
          />
          <IconButton
            small
            tip={false}
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}

type PictureFieldProps = {
  name: string
  label: string
  help?: ReactNode
  /** Shown while there is no address. */
  otherwise?: ReactNode
  isRound?: boolean
}

const rest = 300

/** The address of a picture, and the picture as it will look. */
export function PictureField({ name, label, help, otherwise, isRound = false }: PictureFieldProps) {
  const { watch } = useFormContext()
  const value: unknown = watch(name)
  const address = useDebounced(typeof value === 'string' ? value.trim() : '', rest)
  const [broken, setBroken] = useState<string | null>(null)
  const isBroken = address !== '' && broken === address
  return (
    <div className={isRound ? 'picture is-round' : 'picture'}>
      <span className="picture-box">
        {address === '' && otherwise}
        {isBroken && <Icon of={ImageOff} />}
        {address !== '' && !isBroken && (
          <img key={address} src={address} alt="" onError={() => setBroken(address)} />
        )}
      </span>
      <TextField
        name={name}
        label={label}
        type="url"
        placeholder="https://"
        autoComplete="off"
        isOptional
        help={isBroken ? 'Lectern couldn’t load an image from this URL.' : help}
      />
    </div>
  )
}
